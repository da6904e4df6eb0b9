import { UnsupportedError } from '../../errors.ts';
import { type Choice, chooseEngine } from '../choose-engine.ts';
import type { SourceFile } from '../file-task.ts';
import { extractable } from './formats.ts';

/** The engines that take files out of archives of a format, the default first. */
export function extractors(format: string): string[] {
	return Object.entries(extractable)
		.filter(([, formats]) => formats.includes(format))
		.map(([engine]) => engine);
}

/**
 * The engine that takes the files out of an archive: the one asked for, else the best for its format.
 * @throws UnsupportedError when that engine, or any, does not know the format; EngineError when it is not installed.
 */
export function chooseExtractor(
	choice: Choice,
	{ filename, format }: Pick<SourceFile, 'filename' | 'format'>,
	asked: string | undefined,
): string {
	const able = extractors(format);
	if (able.length === 0)
		throw new UnsupportedError(
			`File "${filename}" is ${format}, but archive/extract works on ${extractedFormats.join(', ')}.`,
		);
	if (asked !== undefined && !able.includes(asked))
		throw new UnsupportedError(
			`File "${filename}" is ${format}, which engine "${asked}" does not extract; use ${able.join(' or ')}.`,
		);
	const there = able.find((engine) => choice.installed.some(({ name }) => name === engine));
	return chooseEngine(choice, 'archive/extract', asked ?? there ?? able[0]);
}

/** All formats that files are taken out of. */
export const extractedFormats = [...new Set(Object.values(extractable).flat())].sort();
