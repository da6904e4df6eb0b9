import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import sharp from 'sharp';
import { drawPicture } from '../service/engines/inspect.ts';

const identify = '/usr/bin/identify-im6.q16';

/** Writes metadata, as numbers where they have names. */
export async function exiftool(file: string, ...args: string[]): Promise<void> {
	await execa('/usr/bin/exiftool', ['-q', '-overwrite_original', '-n', ...args, file]);
}

/** All that ExifTool reads, as numbers where they have names. */
export async function tags(file = ''): Promise<Record<string, unknown>> {
	const { stdout } = await execa('/usr/bin/exiftool', ['-json', '-n', file]);
	return JSON.parse(stdout)[0];
}

/** Bits of a channel. */
export async function depth(file: string): Promise<string> {
	return (await execa(identify, ['-format', '%z', file])).stdout;
}

/** How long each frame of a GIF is seen, in hundredths of a second. */
export async function timesOf(file: string): Promise<number[]> {
	return (await execa(identify, ['-format', '%T\n', file])).stdout.split('\n').map(Number);
}

/** How often a GIF is shown, as Gifsicle says it. */
export async function loopsOf(file: string): Promise<string | undefined> {
	const { stdout } = await execa('/usr/bin/gifsicle', ['--info', file]);
	return /loop \w+ ?\d*/.exec(stdout)?.[0];
}

/** How often an animated WebP is shown, and how long each frame, in milliseconds (RFC 9649, 2.7.1.1). */
export async function webpFrames(file = '') {
	const bytes = await readFile(file);
	const starts = [...bytes.toString('latin1').matchAll(/ANMF/g)].map(({ index }) => index);
	return {
		loops: bytes.readUInt16LE(bytes.indexOf('ANIM') + 12),
		times: starts.map((start) => bytes.readUIntLE(start + 20, 3)),
	};
}

/** An SVG as librsvg draws it. */
export async function raster(file: string): Promise<string> {
	const target = `${file}.png`;
	await sharp(file).flatten({ background: 'white' }).toFile(target);
	return target;
}

/** The frames of a GIF side by side, each as it is seen. */
export function strip(file = ''): Promise<string> {
	return drawn(file, '-coalesce', '+append');
}

/** A picture as ImageMagick shows it, in a file beside it. */
export function drawn(file: string, ...args: string[]): Promise<string> {
	return drawPicture(`${file}.png`, file, ...args);
}

/** How far two pictures are from each other in all their channels, alpha too: 0 is alike, 1 is black against white. */
export async function difference(one: string, other: string): Promise<number> {
	const { stderr } = await execa(
		'/usr/bin/compare-im6.q16',
		['-metric', 'RMSE', one, other, 'null:'],
		{ reject: false },
	);
	return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}
