import type { Grid } from './grid.ts';

/** Text on paper is mostly paper; where the mean is darker than this, it is a photo, or a dark surface. */
const darkest = 150;
/** Cells; smaller dark places are thick letters. */
const smallest = 60;
/** Part of its surrounding box that a dark place fills, when it is one thing and not scattered. */
const solid = 0.3;

/** Marks the cells of photos, as whole boxes: nothing there is text of the page. */
export function findPhotos({ columns, rows, mean }: Grid): Uint8Array {
	const photo = new Uint8Array(columns * rows);
	const seen = new Uint8Array(columns * rows);
	for (let cell = 0; cell < mean.length; cell++) {
		if (seen[cell] || !isDark(cell)) continue;
		const { size, left, right, top, bottom } = fill(cell);
		if (size < smallest) continue;
		const box = (right - left + 1) * (bottom - top + 1);
		if (size <= solid * box) continue;
		for (let y = top; y <= bottom; y++) photo.fill(1, y * columns + left, y * columns + right + 1);
	}
	return photo;

	function isDark(cell: number): boolean {
		return (mean[cell] ?? 255) < darkest;
	}

	/** The dark cells that hang together with one. */
	function fill(start: number) {
		const found = { size: 0, left: columns, right: 0, top: rows, bottom: 0 };
		const open = [start];
		seen[start] = 1;
		for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
			const [x, y] = [cell % columns, (cell / columns) | 0];
			found.size++;
			found.left = Math.min(found.left, x);
			found.right = Math.max(found.right, x);
			found.top = Math.min(found.top, y);
			found.bottom = Math.max(found.bottom, y);
			const near = [
				x > 0 ? cell - 1 : -1,
				x < columns - 1 ? cell + 1 : -1,
				cell - columns,
				y < rows - 1 ? cell + columns : -1,
			];
			for (const next of near) {
				if (next < 0 || seen[next] || !isDark(next)) continue;
				seen[next] = 1;
				open.push(next);
			}
		}
		return found;
	}
}
