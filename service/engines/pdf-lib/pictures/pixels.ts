import { PDFBool, PDFDict, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { familyOf } from '../content/used-colours.ts';
import { decodeStream, entry, filtersOf, numberEntry, numbersEntry } from '../entries.ts';
import { undoPredictor } from './predictor.ts';

/** A picture as bytes: grey or RGB, 8 bits each, row by row from the top. */
export interface Pixels {
	readonly data: Uint8Array;
	readonly width: number;
	readonly height: number;
	readonly channels: 1 | 3;
}

/** More would take gigabytes in one go. */
const mostPixels = 64_000_000;

/**
 * Decodes a picture of a PDF; undefined for those that are left as they are: CMYK, palettes, 16 bits, JPEG 2000, masks
 * by colour, unusual encodings.
 */
export async function decodePixels(picture: PDFRawStream): Promise<Pixels | undefined> {
	const { dict } = picture;
	const [width = 0, height = 0] = [numberEntry(dict, 'Width'), numberEntry(dict, 'Height')];
	if (width < 1 || height < 1 || width * height > mostPixels || !isPlain(dict)) return undefined;
	const family = familyOf(dict.lookup(PDFName.of('ColorSpace')));
	const channels = family === 'rgb' ? 3 : family === 'gray' ? 1 : undefined;
	if (!channels || numberEntry(dict, 'BitsPerComponent') !== 8) return undefined;
	const size = { width, height, channels } as const;
	const filters = filtersOf(picture);
	if (filters.join() === 'DCTDecode') return decodeJpeg(picture, size);
	if (filters.join() !== 'FlateDecode' && filters.length > 0) return undefined;
	const data = undoPredictor(decodeStream(picture), entry(dict, 'DecodeParms', PDFDict), size);
	return data && data.length >= width * height * channels ? { ...size, data } : undefined;
}

/** A picture with twice the pixels in each direction. */
export async function double({ data, channels, width, height }: Pixels): Promise<Pixels> {
	const larger = { width: width * 2, height: height * 2 };
	const image = sharp(data, { raw: { width, height, channels } });
	const scaled = await image
		.resize({ ...larger, kernel: 'cubic' })
		.toColourspace(channels === 1 ? 'b-w' : 'srgb')
		.raw()
		.toBuffer();
	return { ...larger, channels, data: scaled };
}

/** The bits of a picture of two colours that is stored without loss, 1 where they are 0; undefined for others. */
export function decodeBits(picture: PDFRawStream) {
	const { dict } = picture;
	const [width = 0, height = 0] = [numberEntry(dict, 'Width'), numberEntry(dict, 'Height')];
	const filters = filtersOf(picture).join();
	if (width < 1 || height < 1 || width * height > 4 * mostPixels) return undefined;
	// A stencil has one bit, whether it says so or not (ISO 32000-1, 8.9.6.2).
	const isStencil = entry(dict, 'ImageMask', PDFBool)?.asBoolean() === true;
	const bits = isStencil ? 1 : numberEntry(dict, 'BitsPerComponent');
	if (bits !== 1 || !['', 'FlateDecode'].includes(filters)) return undefined;
	const parameters = entry(dict, 'DecodeParms', PDFDict);
	const size = { width, height, channels: 1, bits: 1 } as const;
	const data = undoPredictor(decodeStream(picture), parameters, size);
	const rowBytes = Math.ceil(width / 8);
	if (!data || data.length < rowBytes * height) return undefined;
	const pixels = new Uint8Array(width * height);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++)
			pixels[y * width + x] = (((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) ^ 1;
	return { pixels, width, height };
}

/** Without a mask by colour, and with its values as they are. */
function isPlain(dict: PDFDict): boolean {
	const decode = numbersEntry(dict, 'Decode');
	return (
		numbersEntry(dict, 'Mask') === undefined &&
		(decode === undefined || decode.every((value, index) => value === index % 2))
	);
}

async function decodeJpeg(
	picture: PDFRawStream,
	{ width, height, channels }: Omit<Pixels, 'data'>,
): Promise<Pixels | undefined> {
	if (picture.dict.has(PDFName.of('DecodeParms'))) return undefined;
	// The colour space of the PDF counts, not a profile inside the JPEG.
	const image = sharp(picture.contents, { failOn: 'none', ignoreIcc: true });
	const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
	const fits = info.width === width && info.height === height && info.channels === channels;
	return fits ? { data, width, height, channels } : undefined;
}
