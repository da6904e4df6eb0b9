import { ArithmeticEncoder } from './arithmetic-encoder.ts';

/** A picture of black and white: a byte a pixel, 1 is black, row by row from the top. */
export interface Bitmap {
	readonly pixels: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/**
 * Encodes a bitmap without loss as JBIG2 for a PDF: the segments of one page without file header
 * (ISO 32000-1, 7.4.7; ITU-T T.88, D.3), the picture as one generic region.
 */
export function encodeBitmap(bitmap: Bitmap): Uint8Array {
	const { width, height } = bitmap;
	// 7.4.8: size; resolution unknown; no flags; no stripes.
	const page = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0, 0, 0];
	// 7.4.6: where the region stands, combined by OR; template 0, arithmetic coding; pixels A1 to A4 in their usual places.
	const region = [
		...uint32(width),
		...uint32(height),
		...uint32(0),
		...uint32(0),
		0,
		0,
		...adaptive,
	];
	const data = encodeRegion(bitmap);
	return Buffer.concat([
		segment(0, pageInformation, page.length),
		Buffer.from(page),
		segment(1, immediateGenericRegion, region.length + data.length),
		Buffer.from(region),
		data,
	]);
}

// ITU-T T.88, 7.3.
const pageInformation = 48;
const immediateGenericRegion = 38;
/** x and y of the adaptive pixels, as signed bytes (6.2.5.4). */
const adaptive = [3, -1, -3, -1, 2, -2, -2, -2].map((value) => value & 0xff);

/** 7.2: number, type, no other segments referred to, page 1, length. */
function segment(number: number, type: number, length: number): Buffer {
	return Buffer.from([...uint32(number), type, 0, 1, ...uint32(length)]);
}

/**
 * 6.2.5 with template 0 (figure 3): the context of a pixel is four pixels before it, seven of the row above and five of
 * the row above that, the nearest in the lowest bits.
 */
function encodeRegion({ pixels, width, height }: Bitmap): Uint8Array {
	const encoder = new ArithmeticEncoder(1 << 16);
	const blank = new Uint8Array(width + 4);
	let above = blank;
	let second = blank;
	for (let y = 0; y < height; y++) {
		// Pixels outside are white (6.2.5.2): rows are wider than the picture.
		const row = new Uint8Array(width + 4);
		row.set(pixels.subarray(y * width, (y + 1) * width));
		let before = 0;
		let one = ((above[0] ?? 0) << 2) | ((above[1] ?? 0) << 1) | (above[2] ?? 0);
		let two = ((second[0] ?? 0) << 1) | (second[1] ?? 0);
		for (let x = 0; x < width; x++) {
			one = ((one << 1) | (above[x + 3] ?? 0)) & 0x7f;
			two = ((two << 1) | (second[x + 2] ?? 0)) & 0x1f;
			const bit = row[x] ?? 0;
			encoder.encode(before | (one << 4) | (two << 11), bit);
			before = ((before << 1) | bit) & 0xf;
		}
		second = above;
		above = row;
	}
	return encoder.finish();
}

function uint32(value: number): number[] {
	return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
