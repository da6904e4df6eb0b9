import type { IExecuteFunctions } from 'n8n-workflow';
import { addTask } from '../shared/draft.ts';
import { isObject, type JsonObject } from '../shared/json.ts';
import { fieldNames, type ItemJob, importFields } from './item-job.ts';
import type { NodeValues } from './node-values.ts';

/**
 * Fills the parameters that name a task, such as a watermark's image: the file of a field or the text typed in becomes
 * an import beside those whose files flow on.
 */
export function addTaskFiles(
	context: IExecuteFunctions,
	index: number,
	job: ItemJob,
	{ operation, params, filled }: Pick<NodeValues, 'operation' | 'params' | 'filled'>,
): { job: ItemJob; params: JsonObject } {
	const output = job.draft?.output ?? [];
	return operation.parameters
		.filter(({ type }) => type === 'task')
		.reduce(
			(sofar, { name }) => {
				const made = importOf(context, index, sofar.job, filled[name]);
				const task = made?.draft?.output.at(-1);
				if (!made?.draft || !task) return sofar;
				const draft = { ...made.draft, output };
				return { job: { ...made, draft }, params: { ...sofar.params, [name]: task } };
			},
			{ job, params },
		);
}

/** What the person chose for the parameter, imported; undefined when nothing. */
function importOf(
	context: IExecuteFunctions,
	index: number,
	job: ItemJob,
	value: unknown,
): ItemJob | undefined {
	const chosen = isObject(value) ? value.file : undefined;
	if (!isObject(chosen)) return undefined;
	if (chosen.source !== 'text') {
		const [field = 'data'] = fieldNames(chosen.field);
		return importFields(context, index, job, [field]);
	}
	const params = {
		file: String(chosen.text ?? ''),
		filename: String(chosen.filename || 'template.html'),
	};
	const { name: label } = context.getNode();
	return { ...job, draft: addTask(job.draft, { label, operation: 'import/raw', params }) };
}
