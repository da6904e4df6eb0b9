import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { finished } from '../shared/client.ts';
import type { Job } from '../shared/job.ts';
import { cancelJob, deleteJob, getJob, listJobs, retryJob, waitForJob } from '../shared/jobs.ts';
import { isObject } from '../shared/json.ts';
import { mapLimited } from '../shared/map-limited.ts';
import { ownJson } from './execute-operation.ts';
import { jobItems, jobJson } from './job-items.ts';
import { settle } from './node-error.ts';
import { jobOutputOf, maximumWait, onlyStarts } from './result-options.ts';
import { runJsonJob } from './run-json-job.ts';
import { n8nConnection } from './transport.ts';

const parallelJobs = 4;

type Work = (context: IExecuteFunctions, index: number) => Promise<INodeExecutionData[]>;

const operations: Readonly<Record<string, Work>> = {
	cancel: giveJob((context, index) => cancelJob(n8nConnection(context), idOf(context, index))),
	delete: remove,
	get: giveJob((context, index) => getJob(n8nConnection(context), idOf(context, index))),
	getAll: list,
	retry: giveJob(retry),
	run: giveJob((context, index) => runJsonJob(context, index, optionsOf(context, index))),
	wait: giveJob((context, index) => wait(context, index, idOf(context, index))),
};

/** The work of the Job node: what its operation does, for each item. */
export async function executeJob(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await mapLimited(context.getInputData(), parallelJobs, (_item, index) =>
		settle(context, [index], async () => {
			const name = String(context.getNodeParameter('operation', index));
			const work = operations[name];
			if (!work) throw new Error(`There is no operation "${name}".`);
			return work(context, index);
		}),
	);
	return [results.flat()];
}

/** An operation that ends with a job gives it, or its files. */
function giveJob(find: (context: IExecuteFunctions, index: number) => Promise<Job>): Work {
	return async (context, index) =>
		jobItems(context, await find(context, index), {
			json: ownJson(context, [index]),
			output: jobOutputOf(context.getNodeParameter('output', index, 'job')),
			simplify: context.getNodeParameter('simplify', index, true) !== false,
			field: String(context.getNodeParameter('outputDataFieldName', index, 'data') || 'data'),
			pairedItem: { item: index },
		});
}

async function retry(context: IExecuteFunctions, index: number): Promise<Job> {
	const job = await retryJob(n8nConnection(context), idOf(context, index));
	return onlyStarts(optionsOf(context, index)) ? job : wait(context, index, job.id);
}

async function wait(context: IExecuteFunctions, index: number, id: string): Promise<Job> {
	const timeoutSeconds = maximumWait(optionsOf(context, index));
	return finished(await waitForJob(n8nConnection(context), id, { timeoutSeconds })).job;
}

async function remove(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const id = idOf(context, item);
	await deleteJob(n8nConnection(context), id);
	return [{ json: { id, deleted: true }, pairedItem: { item } }];
}

async function list(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const filters = context.getNodeParameter('filters', item, {});
	const { status, tag } = isObject(filters) ? filters : {};
	const all = context.getNodeParameter('returnAll', item) === true;
	const jobs = await listJobs(n8nConnection(context), {
		status: String(status ?? ''),
		tag: String(tag ?? ''),
		limit: all ? Number.POSITIVE_INFINITY : Number(context.getNodeParameter('limit', item)),
	});
	const simplify = context.getNodeParameter('simplify', item, true);
	return jobs.map((job) => ({ json: jobJson(job, simplify), pairedItem: { item } }));
}

function idOf(context: IExecuteFunctions, index: number): string {
	return String(context.getNodeParameter('jobId', index) ?? '').trim();
}

function optionsOf(context: IExecuteFunctions, index: number): Readonly<Record<string, unknown>> {
	const options = context.getNodeParameter('options', index, {});
	return isObject(options) ? options : {};
}
