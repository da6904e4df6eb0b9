import { EngineError, UnsupportedError } from '../errors.ts';
import { ableEngines } from './able-engines.ts';
import type { SourceFile } from './file-task.ts';
import type { Conversion, EngineInfo } from './handler.ts';
import { findUnconvertible, isVersion } from './objection.ts';
import { packagesOf } from './programs.ts';
import type { OcrLanguages } from './tesseract/languages.ts';

/** What there is to choose from. */
export interface Choice {
	readonly installed: readonly EngineInfo[];
	readonly conversions: readonly Conversion[];
	readonly languages: OcrLanguages;
}

/** What there is to choose from when a client asks for a version; everything when it does not. */
export function ofVersion(choice: Choice, version: string | undefined): Choice {
	if (version === undefined) return choice;
	return {
		...choice,
		installed: choice.installed.filter((one) => isVersion(one.version, version)),
		conversions: choice.conversions.filter((one) => isVersion(one.engine_version, version)),
	};
}

/**
 * The engine that a client asked for, else the first that is installed.
 * @throws EngineError when none is.
 */
export function chooseEngine(
	{ installed }: Choice,
	operation: string,
	asked?: string,
	output_format?: string,
): string {
	const known = asked ? [asked] : ableEngines(operation, output_format);
	const engine = known.find((one) => installed.some(({ name }) => name === one));
	if (engine) return engine;
	throw new EngineError(
		known.join(' or '),
		`is not installed on this service: install ${packagesOf(known)}.`,
		{ code: 'ENGINE_MISSING' },
	);
}

/**
 * The engine that converts a file: the one asked for, else the best for its format.
 * @throws UnsupportedError when there is none; it says what the file could be converted to.
 */
export function chooseConverter(
	{ conversions }: Pick<Choice, 'conversions'>,
	{ filename, format }: Pick<SourceFile, 'filename' | 'format'>,
	output_format: string,
	asked?: string,
): string {
	const found = conversions.find(
		(one) =>
			one.input_format === format &&
			one.output_format === output_format &&
			(asked === undefined || one.engine === asked),
	);
	if (found) return found.engine;
	const objection = findUnconvertible(conversions, { input_format: format, output_format }, asked);
	throw new UnsupportedError(
		`File "${filename}" is ${format} and cannot be converted to ${output_format}: ${objection?.parameter} ${objection?.message}.`,
	);
}
