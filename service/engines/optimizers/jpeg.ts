import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { orientationBlock } from './orientation-block.ts';
import type { OptimizeRequest } from './request.ts';

/** Compresses a JPEG anew, upright and in sRGB, by MozJPEG. */
export async function packJpeg({
	input,
	output,
	quality = 80,
}: OptimizeRequest): Promise<readonly string[]> {
	// Fine letters blur where colours have half the dots.
	const chromaSubsampling = quality < 90 ? '4:2:0' : '4:4:4';
	await sharp(input)
		.autoOrient()
		.jpeg({ quality, chromaSubsampling, mozjpeg: true })
		.toFile(output);
	return [
		`compressed by MozJPEG at quality ${quality}`,
		'metadata removed, colours in sRGB, turned upright',
	];
}

/** Lets a JPEG without metadata say again how it is turned, as the input does. */
export async function turnJpeg(
	{ input, output }: OptimizeRequest,
	packed: string,
): Promise<readonly string[]> {
	const { orientation = 1 } = await sharp(input).metadata();
	const bytes = await readFile(packed);
	await writeFile(output, orientation === 1 ? bytes : withOrientation(bytes, orientation));
	return [
		'compressed without loss by jpegoptim',
		'metadata removed but colour profile and orientation',
	];
}

/** A segment APP1 before all others but JFIF's, which readers expect first (ITU-T T.871, 10.1; EXIF 2.32, 4.7.2). */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
	const after = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2;
	const exif = Buffer.concat([Buffer.from('Exif\0\0'), orientationBlock(orientation)]);
	const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
	return Buffer.concat([jpeg.subarray(0, after), head, exif, jpeg.subarray(after)]);
}
