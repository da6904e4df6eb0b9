import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addTask, type Draft } from '../shared/draft.ts';
import { mapLimited } from '../shared/map-limited.ts';
import type { OperationDescriptor } from '../shared/operation.ts';
import { carriedJob, fieldNames, type ItemJob, importFields, uniteJobs } from './item-job.ts';
import { settle } from './node-error.ts';
import { type NodeValues, readValues } from './node-values.ts';
import { fileItems, plainObject, startedItem } from './result-items.ts';
import { onlyStarts } from './result-options.ts';
import { runDraft, startDraft } from './run-draft.ts';
import { addTaskFiles } from './task-files.ts';

const parallelJobs = 4;

/** The work of a node whose operations take files: draft in, draft out; file in, file out. */
export async function executeOperation(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][]> {
	const indexes = context.getInputData().map((_item, index) => index);
	const together = context.getNodeParameter('combine', 0, 'each') === 'all';
	const groups = together ? [indexes] : indexes.map((index) => [index]);
	const results = await mapLimited(groups, parallelJobs, (group) =>
		settle(context, group, () => executeGroup(context, group)),
	);
	return [results.flat()];
}

async function executeGroup(
	context: IExecuteFunctions,
	indexes: readonly number[],
): Promise<INodeExecutionData[]> {
	const values = readValues(context, indexes[0] ?? 0);
	const { operation, options } = values;
	const { name: label } = context.getNode();
	const united = uniteJobs(indexes.map((index) => itemJob(context, index)));
	const { job, params } = addTaskFiles(context, indexes[0] ?? 0, united, values);
	const draft = addTask(job.draft, { label, operation: operation.name, params });
	const adds = options.run === 'add' || (options.run !== 'now' && job.carried);
	if (adds) return [draftItem(context, indexes, draft, job)];
	return runNow(context, { indexes, values, draft, job });
}

/** What an item brings: the draft it carries, or one made of its files. */
function itemJob(context: IExecuteFunctions, index: number): ItemJob {
	const { operation, options } = readValues(context, index);
	const [item] = context.getInputData().slice(index);
	const job = carriedJob(item ?? { json: {} });
	if (job.carried || operation.input === 'none') return job;
	return importFields(context, index, job, fieldNames(options.inputDataFieldName ?? 'data'));
}

/** The item that carries a draft on, with what its items had. */
export function draftItem(
	context: IExecuteFunctions,
	indexes: readonly number[],
	draft: Draft,
	{ rest, held }: ItemJob,
): INodeExecutionData {
	const binary = { ...rest, ...held };
	return {
		json: { ...ownJson(context, indexes), filemill: plainObject({ ...draft }) },
		...(Object.keys(binary).length > 0 && { binary }),
		pairedItem: pairs(indexes),
	};
}

/** The JSON of the item that a result stands for; several items together have none in common. */
export function ownJson(context: IExecuteFunctions, indexes: readonly number[]): IDataObject {
	const [index, ...others] = indexes;
	if (index === undefined || others.length > 0) return {};
	const { filemill, ...json } = context.getInputData()[index]?.json ?? {};
	return json;
}

/** How n8n links a result to the items that it was made of. */
export function pairs(indexes: readonly number[]): INodeExecutionData['pairedItem'] {
	const [item = 0, ...others] = indexes;
	return others.length > 0 ? indexes.map((one) => ({ item: one })) : { item };
}

async function runNow(
	context: IExecuteFunctions,
	run: { indexes: readonly number[]; values: NodeValues; draft: Draft; job: ItemJob },
): Promise<INodeExecutionData[]> {
	const { indexes, values, job } = run;
	const { operation, options } = values;
	const draft = complete(context, operation, run.draft);
	const json = ownJson(context, indexes);
	const wanted = { draft, held: job.held, indexes, options };
	if (onlyStarts(options)) {
		const started = await startDraft(context, wanted);
		return [startedItem(started, { json, pairedItem: pairs(indexes) })];
	}
	const result = await runDraft(context, wanted);
	if (operation.makesFiles) {
		const field = String(options.outputDataFieldName || 'data');
		return fileItems(context, result, { json, output: 'file', field, pairedItem: pairs(indexes) });
	}
	const facts = result.job.tasks.filter((task) => task.operation === operation.name).at(-1)?.facts;
	const binary = context.getInputData()[indexes[0] ?? 0]?.binary;
	return [
		{
			json: { ...json, ...plainObject(facts ?? {}), jobId: result.job.id },
			...(binary && { binary }),
			pairedItem: pairs(indexes),
		},
	];
}

/** A job needs an export only where there are files to give. */
function complete(context: IExecuteFunctions, operation: OperationDescriptor, draft: Draft): Draft {
	if (!operation.makesFiles) return draft;
	return addTask(draft, { label: context.getNode().name, operation: 'export/url' });
}
