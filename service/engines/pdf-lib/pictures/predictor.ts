import type { PDFDict } from '@cantoo/pdf-lib';
import { numberEntry } from '../entries.ts';

interface Layout {
	readonly width: number;
	readonly height: number;
	readonly channels: number;
	readonly bits?: number;
}

/**
 * Undoes the prediction that comes before deflating (ISO 32000-1, 7.4.4.4); undefined where it is TIFF's, or does not
 * fit the picture.
 */
export function undoPredictor(
	data: Uint8Array,
	parameters: PDFDict | undefined,
	{ width, height, channels, bits = 8 }: Layout,
): Uint8Array | undefined {
	const predictor = numberEntry(parameters, 'Predictor') ?? 1;
	if (predictor === 1) return data;
	const fits =
		(numberEntry(parameters, 'Columns') ?? 1) === width &&
		(numberEntry(parameters, 'Colors') ?? 1) === channels &&
		(numberEntry(parameters, 'BitsPerComponent') ?? 8) === bits;
	if (predictor < 10 || !fits) return undefined;
	const rowBytes = Math.ceil((width * channels * bits) / 8);
	const step = Math.max(1, (channels * bits) >> 3);
	if (data.length < (rowBytes + 1) * height) return undefined;
	const out = new Uint8Array(rowBytes * height);
	for (let y = 0; y < height; y++) {
		const filter = data[y * (rowBytes + 1)] ?? 0;
		const [from, to] = [y * (rowBytes + 1) + 1, y * rowBytes];
		for (let x = 0; x < rowBytes; x++) {
			const left = x >= step ? (out[to + x - step] ?? 0) : 0;
			const up = y > 0 ? (out[to + x - rowBytes] ?? 0) : 0;
			const corner = x >= step && y > 0 ? (out[to + x - rowBytes - step] ?? 0) : 0;
			out[to + x] = (data[from + x] ?? 0) + predict(filter, left, up, corner);
		}
	}
	return out;
}

/** PNG (ISO 15948), 9.2. */
function predict(filter: number, left: number, up: number, corner: number): number {
	switch (filter) {
		case 1:
			return left;
		case 2:
			return up;
		case 3:
			return (left + up) >> 1;
		case 4:
			return paeth(left, up, corner);
		default:
			return 0;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const estimate = left + up - corner;
	const [a, b, c] = [
		Math.abs(estimate - left),
		Math.abs(estimate - up),
		Math.abs(estimate - corner),
	];
	if (a <= b && a <= c) return left;
	return b <= c ? up : corner;
}
