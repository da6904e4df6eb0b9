import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addTask } from '../shared/draft.ts';
import { mapLimited } from '../shared/map-limited.ts';
import { ownJson } from './execute-operation.ts';
import { carriedJob, fieldNames, importFields } from './item-job.ts';
import { settle } from './node-error.ts';
import { readValues } from './node-values.ts';
import { fileItems, type ResultItems, startedItem } from './result-items.ts';
import { onlyStarts } from './result-options.ts';
import { runDraft, startDraft } from './run-draft.ts';

const parallelJobs = 4;

/** The work of the Export node: runs the job of each item, and gives its files. */
export async function executeExport(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await mapLimited(context.getInputData(), parallelJobs, (item, index) =>
		settle(context, [index], () => exportItem(context, item, index)),
	);
	return [results.flat()];
}

async function exportItem(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	index: number,
): Promise<INodeExecutionData[]> {
	const { operation, params, options } = readValues(context, index);
	const { name: label } = context.getNode();
	const carried = carriedJob(item);
	const job = carried.draft
		? carried
		: importFields(context, index, carried, fieldNames(options.inputDataFieldName ?? 'data'));
	const draft = addTask(job.draft, { label, operation: operation.name, params });
	const run = { draft, held: job.held, indexes: [index], options };
	const given = { json: ownJson(context, [index]), pairedItem: { item: index } };
	if (onlyStarts(options)) return [startedItem(await startDraft(context, run), given)];
	return fileItems(context, await runDraft(context, run), {
		...given,
		output: outputOf(context.getNodeParameter('output', index, 'url')),
		field: String(context.getNodeParameter('outputDataFieldName', index, 'data') || 'data'),
	});
}

function outputOf(value: unknown): ResultItems['output'] {
	return value === 'url' || value === 'both' ? value : 'file';
}
