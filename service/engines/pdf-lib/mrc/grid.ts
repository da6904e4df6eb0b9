import type { Pixels } from '../pictures/pixels.ts';

/** Pixels in each direction that a cell covers. */
export const cellSize = 16;

/** A picture in grey and, for each cell of a coarse grid, what its neighbourhood is like. */
export interface Grid {
	readonly grey: Uint8Array;
	readonly width: number;
	readonly height: number;
	readonly columns: number;
	readonly rows: number;
	readonly mean: Float32Array;
	readonly deviation: Float32Array;
}

/** How many cells around a cell count as its neighbourhood: 80 pixels, a line of text at 300 dpi. */
const reach = 2;

/** Measures brightness and contrast of a picture around each cell. */
export function measure({ data, width, height, channels }: Pixels): Grid {
	const grey = new Uint8Array(width * height);
	for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += channels)
		grey[pixel] =
			channels === 1
				? (data[at] ?? 0)
				: ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
	const [columns, rows] = [Math.ceil(width / cellSize), Math.ceil(height / cellSize)];
	const sums = {
		count: new Float64Array(columns * rows),
		value: new Float64Array(columns * rows),
		square: new Float64Array(columns * rows),
	};
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const cell = ((y / cellSize) | 0) * columns + ((x / cellSize) | 0);
			const value = grey[y * width + x] ?? 0;
			sums.count[cell] = (sums.count[cell] ?? 0) + 1;
			sums.value[cell] = (sums.value[cell] ?? 0) + value;
			sums.square[cell] = (sums.square[cell] ?? 0) + value * value;
		}
	const mean = new Float32Array(columns * rows);
	const deviation = new Float32Array(columns * rows);
	for (let row = 0; row < rows; row++)
		for (let column = 0; column < columns; column++) {
			const total = { count: 0, value: 0, square: 0 };
			for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++)
				for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
					const cell = y * columns + x;
					total.count += sums.count[cell] ?? 0;
					total.value += sums.value[cell] ?? 0;
					total.square += sums.square[cell] ?? 0;
				}
			const average = total.value / total.count;
			mean[row * columns + column] = average;
			const variance = total.square / total.count - average * average;
			deviation[row * columns + column] = Math.sqrt(Math.max(0, variance));
		}
	return { grey, width, height, columns, rows, mean, deviation };
}
