import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addTask } from '../shared/draft.ts';
import { mapLimited } from '../shared/map-limited.ts';
import { draftItem } from './execute-operation.ts';
import { carriedJob, fieldNames, type ItemJob, importFields } from './item-job.ts';
import { settle } from './node-error.ts';
import { readValues } from './node-values.ts';

/** The work of the Import node: starts a job on each item, or adds a file to the one it carries, without a request. */
export async function executeImport(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await mapLimited(context.getInputData(), 1, (item, index) =>
		settle(context, [index], async () => {
			const job = imported(context, index, carriedJob(item));
			return job.draft ? [draftItem(context, [index], job.draft, job)] : [];
		}),
	);
	return [results.flat()];
}

function imported(context: IExecuteFunctions, index: number, job: ItemJob): ItemJob {
	const { operation, params, options } = readValues(context, index);
	if (operation.name === 'import/upload') {
		const fields = fieldNames(context.getNodeParameter('inputDataFieldName', index));
		return importFields(context, index, job, fields, String(options.filename ?? ''));
	}
	const { name: label } = context.getNode();
	return { ...job, draft: addTask(job.draft, { label, operation: operation.name, params }) };
}
