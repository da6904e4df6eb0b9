import { describeParameters, findOperation, isCommonParameter } from '@filemill/operations';
import { heededOptions } from '../engines/conversions.ts';
import { extensionOf } from '../engines/extension.ts';
import { formatName } from '../engines/formats.ts';
import type { Engines } from '../engines/handler.ts';
import { isVersion } from '../engines/objection.ts';
import type { Offer } from '../engines/offers.ts';
import { InvalidRequestError } from './errors.ts';
import { executionOrder } from './graph.ts';
import type { NewJob } from './validate-job.ts';
import type { NewTask, Warning } from './validate-task.ts';

/** What would happen to a task, as far as its parameters and the names of files tell; formats are null when they do not. */
export interface PlannedTask {
	readonly name: string;
	readonly operation: string;
	/** The tasks that it waits for, by name. */
	readonly depends_on: readonly string[];
	readonly input_formats: readonly string[] | null;
	readonly output_formats: readonly string[] | null;
	/** Null where the service does it itself, or where the files decide. */
	readonly engine: string | null;
	readonly engine_version: string | null;
	readonly warnings: readonly Warning[];
}

/** What would happen to the tasks of a job, in an order in which they could run. */
export function planJob(job: NewJob, engines: Pick<Engines, 'offers'>): PlannedTask[] {
	const tasks = new Map(job.tasks.map((task) => [task.name, task]));
	const planned = new Map<string, PlannedTask>();
	for (const name of executionOrder(new Map(job.tasks.map((task) => [task.name, task.parents])))) {
		const task = tasks.get(name);
		if (task) planned.set(name, planTask(task, planned, engines.offers));
	}
	return [...planned.values()];
}

/** @throws InvalidRequestError when a parameter of any task has no effect */
export function refuseWarnings(plan: readonly PlannedTask[]): void {
	const faults = plan.flatMap(({ name, warnings }) =>
		warnings.map(({ parameter, message }) => [`tasks.${name}.${parameter}`, [message]] as const),
	);
	if (faults.length > 0) throw new InvalidRequestError(Object.fromEntries(faults));
}

function planTask(
	task: NewTask,
	planned: ReadonlyMap<string, PlannedTask>,
	offers: readonly Offer[],
): PlannedTask {
	const family = findOperation(task.operation)?.family;
	const from = family === 'import' ? null : inputFormats(task, planned);
	const chosen = family === 'import' || family === 'export' ? [] : chooseOffers(task, from, offers);
	const names = new Set(chosen.map((offer) => offer?.engine));
	const [offer] = chosen;
	// Where a file decides which engine it is, the plan does not guess.
	const isSure = offer && names.size === 1;
	return {
		name: task.name,
		operation: task.operation,
		depends_on: task.parents,
		input_formats: from,
		output_formats: family === 'import' ? importedFormat(task) : outputFormats(task, from, chosen),
		engine: isSure ? offer.engine : null,
		engine_version: isSure ? offer.engine_version : null,
		warnings: [
			...task.warnings,
			...(isSure ? unheeded(task, from, offer) : impossible(task, from, chosen)),
		],
	};
}

/** The formats of the files that a task takes, where all are known. */
function inputFormats(
	{ params }: NewTask,
	planned: ReadonlyMap<string, PlannedTask>,
): string[] | null {
	if (typeof params.input_format === 'string') return [formatName(params.input_format)];
	const inputs = [params.input].flat().filter((name) => typeof name === 'string');
	const formats = inputs.map((name) => planned.get(name)?.output_formats ?? null);
	const known = formats.filter((one) => one !== null);
	return known.length < formats.length || known.length === 0 ? null : [...new Set(known.flat())];
}

function importedFormat({ params }: NewTask): string[] | null {
	const named = [params.filename, params.path, urlPath(params.url)];
	const name = named.find((one) => typeof one === 'string');
	const extension = name === undefined ? '' : extensionOf(name);
	return extension === '' ? null : [formatName(extension)];
}

function urlPath(url: unknown): string | undefined {
	return typeof url === 'string' ? URL.parse(url)?.pathname : undefined;
}

/** The engine that each format would get; one for all where the formats are not known. Undefined where none fits. */
function chooseOffers(
	{ operation, params }: NewTask,
	from: readonly string[] | null,
	offers: readonly Offer[],
): (Offer | undefined)[] {
	const { engine, engine_version: version } = params;
	const to = typeof params.output_format === 'string' ? formatName(params.output_format) : null;
	const able = offers.filter(
		(offer) =>
			offer.operation === operation &&
			(engine === undefined
				? !offer.alternatives || version !== undefined
				: offer.engine === engine) &&
			(typeof version !== 'string' || isVersion(offer.engine_version ?? '', version)) &&
			(to === null || offer.output_format === null || offer.output_format === to),
	);
	if (from === null) return [...new Map(able.map((offer) => [offer.engine, offer])).values()];
	return from.map((format) =>
		able.find((offer) => offer.input_format === null || offer.input_format === format),
	);
}

function outputFormats(
	{ operation, params }: NewTask,
	from: readonly string[] | null,
	chosen: readonly (Offer | undefined)[],
): readonly string[] | null {
	if (typeof params.output_format === 'string') return [formatName(params.output_format)];
	// What is in an archive, or comes of a command, is seen only then.
	if (operation === 'archive/extract' || operation === 'command') return null;
	const made = new Set(chosen.map((offer) => offer?.output_format ?? null));
	const [only] = made;
	return made.size === 1 && only ? [only] : from;
}

/** Formats, as the names of files have them, that nothing converts as asked. */
function impossible(
	{ operation, params }: NewTask,
	from: readonly string[] | null,
	chosen: readonly (Offer | undefined)[],
): Warning[] {
	const lost = (from ?? []).filter((_, index) => chosen[index] === undefined);
	if (operation !== 'convert' || lost.length === 0) return [];
	const message = `No engine of this service makes ${params.output_format} of ${lost.join(', ')}; such a file would fail.`;
	return [{ parameter: 'output_format', message }];
}

/** Options of a conversion that its engine passes over for these formats. */
function unheeded(
	{ operation: name, params }: NewTask,
	from: readonly string[] | null,
	{ engine, output_format: to }: Offer,
): Warning[] {
	const operation = findOperation(name);
	if (name !== 'convert' || !operation || !engine || !to || !from) return [];
	const heeded = from.map((format): ReadonlySet<string> => heededOptions(engine, format, to));
	return describeParameters(operation)
		.filter(
			({ name: parameter, default: usual }) =>
				parameter !== 'input' &&
				!isCommonParameter(parameter) &&
				params[parameter] !== undefined &&
				params[parameter] !== usual &&
				!heeded.some((options) => options.has(parameter)),
		)
		.map(({ name: parameter }) => ({
			parameter,
			message: `Parameter "${parameter}" has no effect when ${from.join(', ')} becomes ${to}.`,
		}));
}
