import { UnsupportedError } from '../../errors.ts';
import { type Choice, chooseEngine } from '../choose-engine.ts';
import type { SourceFile } from '../file-task.ts';

/** The engines that make files of a format smaller, the default first. */
export const optimizers: Readonly<Record<string, readonly string[]>> = {
	pdf: ['ghostscript'],
	jpg: ['jpegoptim', 'sharp'],
	png: ['sharp'],
	webp: ['sharp'],
	gif: ['gifsicle'],
	svg: ['svgo'],
};

/**
 * The engine that optimizes a file: the one asked for, else the best for its format.
 * @throws UnsupportedError when that engine, or any, does not know the format; EngineError when it is not installed.
 */
export function chooseOptimizer(
	choice: Choice,
	{ filename, format }: Pick<SourceFile, 'filename' | 'format'>,
	{ engine: asked, quality }: { readonly engine?: string | undefined; readonly quality?: unknown },
): string {
	const able = optimizers[format];
	if (!able)
		throw new UnsupportedError(
			`File "${filename}" is ${format}, but optimize works on ${Object.keys(optimizers).join(', ')}; convert it to one of them first.`,
		);
	if (asked !== undefined && !able.includes(asked))
		throw new UnsupportedError(
			`File "${filename}" is ${format}, which engine "${asked}" does not optimize; use ${able.join(' or ')}.`,
		);
	// jpegoptim loses more than MozJPEG at the same size.
	const best = quality !== undefined && able.includes('sharp') ? 'sharp' : able[0];
	return chooseEngine(choice, 'optimize', asked ?? best);
}
