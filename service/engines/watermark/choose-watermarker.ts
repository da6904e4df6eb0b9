import { UnsupportedError } from '../../errors.ts';
import { type Choice, chooseEngine } from '../choose-engine.ts';
import { videoContainers } from '../ffmpeg/containers.ts';
import type { SourceFile } from '../file-task.ts';

/** What marks each format. */
export const watermarkers: Readonly<Record<string, string>> = {
	pdf: 'pdf-lib',
	...{ jpg: 'sharp', png: 'sharp', webp: 'sharp', gif: 'sharp', avif: 'sharp' },
	...{ tiff: 'imagemagick', heic: 'imagemagick', bmp: 'imagemagick', jp2: 'imagemagick' },
	...{ tga: 'imagemagick', pcx: 'imagemagick', ppm: 'imagemagick' },
	svg: 'poppler',
	...Object.fromEntries(Object.keys(videoContainers).map((format) => [format, 'ffmpeg'])),
};

/**
 * The engine that marks a file.
 * @throws UnsupportedError when there is none; it says what can be marked.
 */
export function chooseWatermarker(
	choice: Choice,
	{ filename, format }: Pick<SourceFile, 'filename' | 'format'>,
	asked?: string,
): string {
	const engine = watermarkers[format];
	if (!engine)
		throw new UnsupportedError(
			`File "${filename}" is ${format}, but watermark works on ${Object.keys(watermarkers).join(', ')}; convert it to one of them first.`,
		);
	if (asked === undefined || asked === engine) return chooseEngine(choice, 'watermark', engine);
	throw new UnsupportedError(
		`File "${filename}" is ${format}, which only engine "${engine}" marks.`,
	);
}
