import sharp from 'sharp';
import type { Pixels } from './pixels.ts';

/** Bytes for the stream of a picture, and the entries that say how they are to be read. */
export interface Compressed {
	readonly bytes: Uint8Array;
	readonly width: number;
	readonly height: number;
	readonly entries: Readonly<Record<string, string | Readonly<Record<string, number>>>>;
}

/** A picture as JPEG, no larger than `width` pixels across. */
export async function compressJpeg(
	{ data, channels, ...size }: Pixels,
	{ width, quality }: { width: number; quality: number },
): Promise<Compressed> {
	const image = sharp(data, { raw: { ...size, channels } });
	const { data: bytes, info } = await (width < size.width ? image.resize({ width }) : image)
		.toColourspace(channels === 1 ? 'b-w' : 'srgb')
		.jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:2:0' })
		.toBuffer({ resolveWithObject: true });
	return { bytes, width: info.width, height: info.height, entries: { Filter: 'DCTDecode' } };
}

/** A picture without loss but that of its size: the deflated rows of a PNG are those of a PDF. */
export async function compressDeflate(
	{ data, channels, ...size }: Pixels,
	{ width }: { width: number },
): Promise<Compressed> {
	const image = sharp(data, { raw: { ...size, channels } });
	const { data: png, info } = await (width < size.width ? image.resize({ width }) : image)
		.toColourspace(channels === 1 ? 'b-w' : 'srgb')
		.png({ compressionLevel: 9, adaptiveFiltering: true })
		.toBuffer({ resolveWithObject: true });
	const parameters = { Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: info.width };
	return {
		bytes: pixelRows(png),
		width: info.width,
		height: info.height,
		entries: { Filter: 'FlateDecode', DecodeParms: parameters },
	};
}

/** The IDAT chunks of a PNG (ISO 15948, 5.3), joined. */
function pixelRows(png: Buffer): Buffer {
	const chunks: Buffer[] = [];
	for (let at = 8; at + 8 <= png.length; ) {
		const length = png.readUInt32BE(at);
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
			chunks.push(png.subarray(at + 8, at + 8 + length));
		at += length + 12;
	}
	return Buffer.concat(chunks);
}
