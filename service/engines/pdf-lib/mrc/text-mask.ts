import { cellSize, type Grid } from './grid.ts';

/** Grey levels; a neighbourhood with less contrast is blank paper. */
const blank = 14;

/**
 * Marks the pixels of text and lines: darker than a threshold that follows brightness and contrast around them
 * (Sauvola and Pietikäinen, Adaptive document image binarization, 2000, with k = 0.28 and R = 128), outside photos.
 */
export function maskText(grid: Grid, photo: Uint8Array): Uint8Array {
	const { grey, width, height, columns, mean, deviation } = grid;
	const threshold = mean.map((average, cell) => {
		const contrast = deviation[cell] ?? 0;
		return photo[cell] || contrast < blank ? 0 : average * (1 + 0.28 * (contrast / 128 - 1));
	});
	const mask = new Uint8Array(width * height);
	for (let y = 0; y < height; y++) {
		const row = ((y / cellSize) | 0) * columns;
		for (let x = 0; x < width; x++)
			if ((grey[y * width + x] ?? 255) < (threshold[row + ((x / cellSize) | 0)] ?? 0))
				mask[y * width + x] = 1;
	}
	despeckle(mask, width, height);
	return mask;
}

/** Single pixels are noise of the scanner, and cost more than they show. */
function despeckle(mask: Uint8Array, width: number, height: number): void {
	for (let y = 1; y < height - 1; y++)
		for (let x = 1; x < width - 1; x++) {
			const at = y * width + x;
			if (mask[at] && !neighbours(at)) mask[at] = 0;
		}

	function neighbours(at: number): number {
		let count = 0;
		for (const row of [at - width, at, at + width])
			count += (mask[row - 1] ?? 0) + (mask[row + 1] ?? 0) + (row === at ? 0 : (mask[row] ?? 0));
		return count;
	}
}
