import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
	convert,
	describeParameters,
	findOperation,
	isCommonParameter,
	type OperationName,
	type Params,
	z,
} from '@filemill/operations';
import { InvalidFileError, UnsupportedError } from '../errors.ts';
import { type Choice, chooseConverter, chooseEngine, ofVersion } from './choose-engine.ts';
import { heededOptions } from './conversions.ts';
import { extensionOf } from './extension.ts';
import { fileFormat } from './file-format.ts';
import type { FilesTask, SourceFile } from './file-task.ts';
import { placeOutputs, verifyOutputs } from './finish-outputs.ts';
import { formatName } from './formats.ts';
import type { HandlerResult, InputFile, Outcome, TaskContext, Workspace } from './handler.ts';
import type { HandlersOf } from './handlers.ts';
import { chooseExtractor } from './libarchive/choose-extractor.ts';
import { chooseOptimizer } from './optimizers/choose-optimizer.ts';
import type { Qpdf } from './qpdf/qpdf.ts';
import { chooseThumbnailer } from './thumbnail/choose-thumbnailer.ts';
import { chooseWatermarker } from './watermark/choose-watermarker.ts';

/** What running an operation is made of. */
export interface Execution extends Choice {
	readonly handlers: { readonly [Name in OperationName]?: HandlersOf<Name> };
	readonly qpdf: Qpdf;
}

/**
 * Runs an operation on the files of a task: checks that they are what they seem, picks the engine for each, and
 * checks and names what it makes.
 */
export async function execute<Name extends OperationName>(
	execution: Execution,
	operation: Name,
	params: Params<Name>,
	task: TaskContext,
): Promise<Outcome> {
	const byEngine: HandlersOf<Name> | undefined = execution.handlers[operation];
	if (!byEngine) throw new UnsupportedError(`Operation "${operation}" is done without an engine.`);
	const common = commonParameters.parse(params);
	const sources = await Promise.all(
		task.inputs.map((input) => sourceFile(operation, input, common.input_format)),
	);
	const arity = findOperation(operation)?.input;
	if (sources.length === 0 && arity !== 'none')
		throw new UnsupportedError('The tasks named as "input" made no files to work on.');
	const batches = arity !== 'each' ? [sources] : sources.map((source) => [source]);

	const choice = ofVersion(execution, common.engine_version);
	const engines = new Set<string>();
	const results: HandlerResult[] = [];
	for (const [index, inputs] of batches.entries()) {
		task.signal.throwIfAborted();
		const engine = engineFor(choice, operation, inputs[0], common);
		if (operation === 'convert') warnOfUnheeded(engine, inputs, params, task);
		const handler = byEngine[engine];
		if (!handler) throw new UnsupportedError(`Engine "${engine}" does not do ${operation}.`);
		const own = {
			...task,
			inputs,
			workspace: await ownWorkspace(task.workspace, index),
			progress: (percent: number) => task.progress((index * 100 + percent) / batches.length),
		};
		const result = await handler(params, own);
		// What a command makes or an archive holds is what its client has, whatever it is.
		const isFree = operation === 'command' || operation === 'archive/extract';
		results.push(isFree ? result : await verifyOutputs(execution.qpdf, engine, result, scope(own)));
		engines.add(engine);
	}
	const files = results.flatMap((result) => result.files);
	return {
		files: await placeOutputs(files, task.workspace.output, common.filename),
		facts: combineFacts(results, sources),
		engine: [...engines].join(', '),
		engineVersion: [...engines].map((engine) => versionOf(execution, engine)).join(', '),
	};
}

const commonParameters = z.object({
	engine: z.string().optional(),
	engine_version: z.string().optional(),
	filename: z.string().optional(),
	input_format: z.string().optional(),
	output_format: z.string().transform(formatName).optional(),
	quality: z.number().optional(),
});

/** The parameters of `convert` that only some pairs of formats heed. */
const convertOptions = describeParameters(convert).filter(
	({ name }) => name !== 'input' && !isCommonParameter(name),
);

/** Operations that take any file as it is, even an empty one. */
const opaque: ReadonlySet<OperationName> = new Set<OperationName>(['archive', 'command']);

async function sourceFile(
	operation: OperationName,
	input: InputFile,
	said: string | undefined,
): Promise<SourceFile> {
	if (opaque.has(operation)) return { ...input, format: formatName(extensionOf(input.filename)) };
	const format = await fileFormat(input, said, { anything: operation === 'metadata' });
	if (operation.startsWith('pdf/') && operation !== 'pdf/a' && format !== 'pdf')
		throw new InvalidFileError(
			input.filename,
			`is ${format}, but ${operation} works on PDFs; convert it to pdf first.`,
			{ code: 'FORMAT_MISMATCH' },
		);
	return { ...input, format };
}

function engineFor(
	choice: Choice,
	operation: OperationName,
	input: SourceFile | undefined,
	common: z.output<typeof commonParameters>,
): string {
	const { engine: asked, output_format } = common;
	if (input && output_format && operation === 'convert')
		return chooseConverter(choice, input, output_format, asked);
	if (input && operation === 'archive/extract') return chooseExtractor(choice, input, asked);
	if (input && operation === 'watermark') return chooseWatermarker(choice, input, asked);
	if (input && output_format && operation === 'thumbnail')
		return chooseThumbnailer(choice, input, output_format, asked);
	if (input && operation === 'optimize') return chooseOptimizer(choice, input, common);
	return chooseEngine(choice, operation, asked, output_format);
}

/** A parameter that changes nothing is never passed over in silence. */
function warnOfUnheeded(
	engine: string,
	[input]: readonly SourceFile[],
	params: object,
	{ warn }: TaskContext,
): void {
	const { output_format = '' } = commonParameters.parse(params);
	const heeded: ReadonlySet<string> = heededOptions(engine, input?.format ?? '', output_format);
	const given = new Map<string, unknown>(Object.entries(params));
	for (const { name, default: usual } of convertOptions) {
		const value = given.get(name);
		if (value !== undefined && value !== usual && !heeded.has(name))
			warn(`Parameter "${name}" has no effect when ${input?.format} becomes ${output_format}.`);
	}
}

/** Folders for one batch; names that begin with a dot are never those of outputs. */
async function ownWorkspace(workspace: Workspace, index: number): Promise<Workspace> {
	const output = path.join(workspace.output, `.${index}`);
	const tmp = path.join(workspace.tmp, `${index}`);
	await mkdir(output);
	await mkdir(tmp);
	return { ...workspace, output, tmp };
}

function scope({ inputs, ...task }: FilesTask) {
	return { ...task, input: { filename: inputs[0]?.filename ?? '' } };
}

function combineFacts(results: readonly HandlerResult[], sources: readonly SourceFile[]) {
	const facts = results.map((result) => result.facts ?? {});
	const combined: Record<string, unknown> = Object.assign({}, ...facts.toReversed());
	for (const name of Object.keys(combined)) {
		const values = facts.map((one) => one[name]);
		if (/^pages(_|$)/.test(name))
			combined[name] = values.reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
		// Anything else is said of the first file, and of each where they are not alike.
		else if (values.some((value) => !isDeepStrictEqual(value, values[0])))
			combined[`${name}_by_file`] = values.map((value, index) => ({
				filename: sources[index]?.filename,
				[name]: value,
			}));
	}
	return combined;
}

function versionOf({ installed }: Choice, engine: string): string {
	return installed.find(({ name }) => name === engine)?.version ?? '';
}
