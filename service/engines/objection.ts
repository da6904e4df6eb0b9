import { type OperationName, z } from '@filemill/operations';
import { ableEngines } from './able-engines.ts';
import type { Choice } from './choose-engine.ts';
import { everyConversion } from './conversions.ts';
import { formatName } from './formats.ts';
import type { Conversion } from './handler.ts';
import { extractedFormats, extractors } from './libarchive/choose-extractor.ts';
import { packagesOf } from './programs.ts';
import { languageFault } from './tesseract/languages.ts';

/** What stands in the way of a task, and the parameter it is about. */
export interface Objection {
	readonly parameter: string;
	readonly message: string;
}

/** Says what the engines that are installed cannot do, as far as it shows before there are files. */
export function findObjection(
	{ installed, conversions, languages }: Choice,
	operation: OperationName,
	params: Readonly<Record<string, unknown>>,
): Objection | undefined {
	const known = ableEngines(operation, params.output_format);
	if (known.length === 0) return undefined;
	const there = installed.filter(({ name }) => known.includes(name));
	const engine = text(params.engine);
	if (engine && !known.includes(engine))
		return { parameter: 'engine', message: `must be ${oneOf(known)}` };
	const chosen = there.filter(({ name }) => engine === undefined || name === engine);
	if (chosen.length === 0)
		return {
			parameter: 'engine',
			message: `must be an engine that is installed, but ${oneOf(engine ? [engine] : known)} is not: install ${packagesOf(engine ? [engine] : known)}`,
		};
	const version = text(params.engine_version);
	if (version && !chosen.some((one) => isVersion(one.version, version)))
		return {
			parameter: 'engine_version',
			message: `must be ${oneOf(chosen.map((one) => `${one.version} of ${one.name}`))}`,
		};
	// ISO 19005-3 is the first part that takes files which are no PDF/A themselves.
	if (operation === 'pdf/a' && params.xml !== undefined && params.conformance_level !== '3b')
		return {
			parameter: 'conformance_level',
			message:
				'must be "3b" where "xml" attaches an invoice, because other levels take no attached XML',
		};
	if (operation === 'pdf/ocr') {
		const message = languageFault(languages, z.array(z.string()).parse(params.language ?? []));
		return message === undefined ? undefined : { parameter: 'language', message };
	}
	const from = text(params.input_format);
	if (operation === 'archive/extract' && from && extractors(formatName(from)).length === 0)
		return { parameter: 'input_format', message: `must be one of ${extractedFormats.join(', ')}` };
	return operation === 'convert' ? findUnconvertible(conversions, params, engine) : undefined;
}

/** Says which output formats there would be, when there is no such conversion. */
export function findUnconvertible(
	conversions: readonly Conversion[],
	params: Readonly<Record<string, unknown>>,
	engine: string | undefined,
): Objection | undefined {
	const [from, to] = [params.input_format, params.output_format].map((value) => {
		const format = text(value);
		return format && formatName(format);
	});
	const missing = missingEngine(conversions, from, to, engine);
	if (missing)
		return {
			parameter: 'output_format',
			message: `needs ${missing} to make ${to} of ${from}, which is not installed: install ${packagesOf([missing])}`,
		};
	const able = conversions.filter((one) => engine === undefined || one.engine === engine);
	const readable = able.filter((one) => from === undefined || one.input_format === from);
	const by = engine ? ` with ${engine}` : '';
	if (readable.length === 0)
		return {
			parameter: 'input_format',
			message: `must be a format that can be read${by}: ${some(able.map((one) => one.input_format))}`,
		};
	if (readable.some((one) => one.output_format === to)) return undefined;
	return {
		parameter: 'output_format',
		message: `must be a format that ${from ?? 'a file'} can be converted to${by}: ${some(readable.map((one) => one.output_format))}`,
	};
}

/** An engine that could do it if it were installed; undefined when one that is installed can, or none could. */
function missingEngine(
	conversions: readonly Conversion[],
	from: string | undefined,
	to: string | undefined,
	engine: string | undefined,
): string | undefined {
	const does = (one: Conversion) =>
		one.input_format === from &&
		one.output_format === to &&
		(engine === undefined || one.engine === engine);
	return conversions.some(does) ? undefined : everyConversion().find(does)?.engine;
}

/** A version is also named by its beginning: "7.4" is 7.4.7. */
export function isVersion(installed: string, wanted: string): boolean {
	return installed === wanted || installed.startsWith(`${wanted}.`);
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function oneOf(names: readonly string[]): string {
	return names.length > 1 ? `one of ${names.join(', ')}` : names.join('');
}

function some(names: readonly string[]): string {
	const unique = [...new Set(names)].sort();
	return unique.length > 20 ? `${unique.slice(0, 20).join(', ')} …` : unique.join(', ');
}
