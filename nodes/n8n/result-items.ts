import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { JobResult } from '../shared/client.ts';
import { download } from '../shared/download.ts';
import type { ExportedFile, Job } from '../shared/job.ts';
import { mapLimited } from '../shared/map-limited.ts';
import { n8nConnection } from './transport.ts';

const parallelDownloads = 3;

/** How results become items. */
export interface ResultItems {
	readonly json: IDataObject;
	readonly output: 'file' | 'url' | 'both';
	readonly field: string;
	readonly pairedItem: INodeExecutionData['pairedItem'];
}

/**
 * The files of a finished job, one item each, fetched by stream where the person wants more than addresses; one item
 * with what its tasks found out where it gave no file.
 */
export async function fileItems(
	context: IExecuteFunctions | IWebhookFunctions,
	{ job, files }: JobResult,
	{ json, output, field, pairedItem }: ResultItems,
): Promise<INodeExecutionData[]> {
	const results = resultsOf(job);
	if (files.length === 0) return [{ json: { ...json, jobId: job.id, results }, pairedItem }];
	return mapLimited(files, parallelDownloads, async (file) => {
		const facts = {
			...json,
			filename: file.filename,
			size: file.size,
			...(output !== 'file' && { url: file.url }),
			jobId: job.id,
			task: file.task,
			...(results.length > 0 && { results }),
		};
		// What the service wrote to its own disk has no address.
		if (output === 'url' || file.url === undefined) return { json: facts, pairedItem };
		const binary = await fetchFile(context, file);
		const { mimeType, bytes } = binary;
		const size = file.size ?? bytes;
		return { json: { ...facts, size, mimeType }, binary: { [field]: binary }, pairedItem };
	});
}

/** The item for a job that was started and is not waited for. */
export function startedItem(
	{ id, status }: Job,
	{ json, pairedItem }: Pick<ResultItems, 'json' | 'pairedItem'>,
): INodeExecutionData {
	return { json: { ...json, jobId: id, status }, pairedItem };
}

async function fetchFile(context: IExecuteFunctions | IWebhookFunctions, file: ExportedFile) {
	const { stream, mimeType } = await download(n8nConnection(context), file);
	return context.helpers.prepareBinaryData(stream, file.filename, mimeType);
}

/** What tasks read or verified, and their warnings. */
function resultsOf(job: Job): IDataObject[] {
	return job.tasks
		.filter(({ facts }) => Object.keys(facts).length > 0)
		.map(({ name, operation, facts }) => ({ task: name, operation, ...plainObject(facts) }));
}

/** What came as JSON, in n8n's type for it. */
export function plainObject(facts: Readonly<Record<string, unknown>>): IDataObject {
	return JSON.parse(JSON.stringify(facts));
}
