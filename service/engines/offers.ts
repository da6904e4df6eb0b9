import {
	type AnyOperation,
	describeParameters,
	type OperationName,
	operations,
} from '@filemill/operations';
import { ableEngines } from './able-engines.ts';
import { archivers } from './archivetool/formats.ts';
import type { Choice } from './choose-engine.ts';
import { videoFormats } from './ffmpeg/formats.ts';
import type { Conversion } from './handler.ts';
import { extractedFormats, extractors } from './libarchive/choose-extractor.ts';
import { optimizers } from './optimizers/choose-optimizer.ts';
import { watermarkers } from './watermark/choose-watermarker.ts';

/** One thing that engines of a machine do: an operation, from a format to a format where these matter. */
export interface Offer {
	readonly operation: OperationName;
	readonly input_format: string | null;
	readonly output_format: string | null;
	/** Null where the service does it itself. */
	readonly engine: string | null;
	readonly engine_version: string | null;
	/** Whether it happens only when a client asks for the engine by name. */
	readonly alternatives: boolean;
}

/** Everything that the installed engines do, operation by operation, the default engine of each pair first. */
export function listOffers(choice: Pick<Choice, 'installed' | 'conversions'>): Offer[] {
	const versions = new Map(choice.installed.map(({ name, version }) => [name, version]));
	return operations.flatMap((operation): Offer[] => {
		const { name } = operation;
		if (operation.engines.length === 0) return [{ operation: name, ...nothing }];
		return pairsOf(operation, choice.conversions).flatMap(({ engines, from = null, to = null }) => {
			const there = engines.filter((engine) => versions.has(engine));
			return there.map((engine) => ({
				operation: name,
				input_format: from,
				output_format: to,
				engine,
				engine_version: versions.get(engine) ?? null,
				alternatives: engine !== there[0],
			}));
		});
	});
}

const nothing = {
	input_format: null,
	output_format: null,
	engine: null,
	engine_version: null,
	alternatives: false,
} as const;

/** What can become what, and the engines that do it, installed or not, the default first. */
interface Pair {
	readonly engines: readonly string[];
	readonly from?: string;
	readonly to?: string;
}

function pairsOf(operation: AnyOperation, conversions: readonly Conversion[]): Pair[] {
	switch (operation.name) {
		case 'convert':
			return grouped(conversions);
		case 'thumbnail': {
			const able = new Set(ableEngines('thumbnail', undefined));
			const formats = outputFormats(operation);
			const made = conversions.filter(
				({ engine, input_format, output_format }) =>
					able.has(engine) && formats.includes(output_format) && !videoFormats.has(input_format),
			);
			const videos = [...videoFormats].flatMap((from) =>
				formats.map((to) => ({ from, to, engines: ['ffmpeg'] })),
			);
			return [...grouped(made), ...videos];
		}
		case 'merge': {
			const made = conversions.filter(({ output_format }) => output_format === 'pdf');
			const formats = new Set(['pdf', ...made.map(({ input_format }) => input_format)]);
			return [...formats].map((from) => ({ from, to: 'pdf', engines: operation.engines }));
		}
		case 'archive':
			return Object.entries(archivers).map(([to, engines]) => ({ to, engines }));
		case 'archive/extract':
			return extractedFormats.map((from) => ({ from, engines: extractors(from) }));
		case 'optimize':
			return Object.entries(optimizers).map(([from, engines]) => ({ from, to: from, engines }));
		case 'watermark':
			return Object.entries(watermarkers).map(([from, engine]) => ({
				from,
				to: from,
				engines: [engine],
			}));
		case 'capture-website':
			return outputFormats(operation).map((to) => ({ to, engines: operation.engines }));
		case 'command':
			// None is the default of another: each runs commands of its own.
			return operation.engines.map((engine) => ({ engines: [engine] }));
		default:
			return operation.family === 'pdf'
				? [{ from: 'pdf', to: 'pdf', engines: operation.engines }]
				: [{ engines: operation.engines }];
	}
}

function grouped(conversions: readonly Conversion[]): Pair[] {
	const pairs = Map.groupBy(
		conversions,
		({ input_format, output_format }) => `${input_format}>${output_format}`,
	);
	return [...pairs].map(([pair, all]) => {
		const [from = '', to = ''] = pair.split('>');
		return { from, to, engines: all.map(({ engine }) => engine) };
	});
}

function outputFormats(operation: AnyOperation): string[] {
	const parameter = describeParameters(operation).find(({ name }) => name === 'output_format');
	return (parameter?.values ?? []).map(({ value }) => `${value}`);
}
