import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@jsquash/oxipng/optimise.js';
import sharp from 'sharp';
import { hasChunk, withoutMetadata } from './png-chunks.ts';
import type { OptimizeRequest } from './request.ts';

const module = import.meta.resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm');
const { optimise } = await init(
	await WebAssembly.compile(new Uint8Array(await readFile(fileURLToPath(module)))),
);

/** Beyond so many pixels, a better search takes minutes for a percent. */
const manyPixels = 16_000_000;

/** Packs a PNG without loss, or with a palette where a quality is given and that is smaller. */
export async function packPng({
	input,
	output,
	quality,
}: OptimizeRequest): Promise<readonly string[]> {
	const source = await readFile(input);
	const { width, height, orientation = 1 } = await sharp(input).metadata();
	const level = width * height > manyPixels ? 1 : 2;
	const pack = (png: Uint8Array) => optimise(new Uint8Array(png), level, false, false);

	const lossless = pack(withoutMetadata(source, orientation));
	const animated = hasChunk(source, 'acTL');
	const coloured =
		quality !== undefined && !animated ? pack(await withPalette(input, quality)) : undefined;
	if (coloured && coloured.length < lossless.length) {
		await writeFile(output, coloured);
		return [
			`colours reduced to a palette at quality ${quality}, compressed by OxiPNG`,
			'metadata removed, colours in sRGB, turned upright',
		];
	}
	await writeFile(output, lossless);
	return [
		'compressed without loss by OxiPNG',
		'metadata removed but colour profile, resolution and orientation',
	];
}

function withPalette(input: string, quality: number): Promise<Buffer> {
	return sharp(input).autoOrient().png({ palette: true, quality, effort: 8 }).toBuffer();
}
