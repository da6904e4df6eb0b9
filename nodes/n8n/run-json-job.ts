import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import type { FileReference } from '../shared/draft.ts';
import { FilemillError } from '../shared/errors.ts';
import type { Job } from '../shared/job.ts';
import { readJobDefinition } from '../shared/job-definition.ts';
import { carriedJob, fieldNames, fileOf } from './item-job.ts';
import { onlyStarts } from './result-options.ts';
import { runDraft, startDraft } from './run-draft.ts';

/**
 * Runs the job that is given as JSON. Its tasks "import/upload" take the files of the item's fields, one after the
 * other.
 */
export async function runJsonJob(
	context: IExecuteFunctions,
	index: number,
	options: Readonly<Record<string, unknown>>,
): Promise<Job> {
	const { tasks, uploads, more } = readJobDefinition(context.getNodeParameter('job', index));
	const { files, held } = filesFor(context, index, uploads, options.inputDataFieldName ?? 'data');
	const { tag = more.tag } = options;
	const run = {
		draft: { version: 1, tasks, output: [], files },
		held,
		indexes: [index],
		options: { ...options, tag },
		more,
	} as const;
	if (onlyStarts(options)) return startDraft(context, run);
	return (await runDraft(context, run)).job;
}

function filesFor(
	context: IExecuteFunctions,
	index: number,
	uploads: readonly string[],
	names: unknown,
): { files: Record<string, FileReference>; held: IBinaryKeyData } {
	const files: Record<string, FileReference> = {};
	const held: IBinaryKeyData = {};
	const fields = fieldNames(names);
	// Without a field, somebody else sends the files to the addresses that the tasks give.
	if (fields.length === 0) return { files, held };
	const item = carriedJob(context.getInputData()[index] ?? { json: {} });
	for (const [position, task] of uploads.entries()) {
		const field = fields[position];
		if (field === undefined) throw new NoFieldError(task, uploads.length, fields.length);
		const { file, key, binary } = fileOf(context, index, item, field);
		files[task] = file;
		if (key) held[key] = binary;
	}
	return { files, held };
}

/** A job waits for more files than fields are named. */
class NoFieldError extends FilemillError {
	override readonly name = 'NoFieldError';

	constructor(task: string, wanted: number, given: number) {
		super(`No field is named for the file that the task "${task}" waits for.`, {
			description: `The job has ${wanted} "import/upload" tasks: name as many fields in the option "Input Data Field Name", separated by commas, not ${given}.`,
		});
	}
}
