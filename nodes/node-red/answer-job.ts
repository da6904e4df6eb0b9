import type { NodeAPI, NodeMessage } from 'node-red';
import { finished, runJob, startJob } from '../shared/client.ts';
import { FilemillError } from '../shared/errors.ts';
import { exportedFiles, type Job, percentOf } from '../shared/job.ts';
import { type JobDefinition, readJobDefinition } from '../shared/job-definition.ts';
import { summarizeJob } from '../shared/job-summary.ts';
import { cancelJob, deleteJob, getJob, listJobs, retryJob, waitForJob } from '../shared/jobs.ts';
import type { Connection } from '../shared/transport.ts';
import { chosenService } from './config-node.ts';
import type { FamilyNode } from './family-node.ts';
import { fileMessages, type Give, withoutContent } from './file-messages.ts';
import { type ByteStream, openHeldFile } from './held-file.ts';
import type { JobNodeDef } from './job-node.ts';
import { jobOperations } from './job-operations.ts';
import type { RunningJobs } from './running-jobs.ts';
import { evaluateAll } from './typed-values.ts';

/** What an operation gets: what is filled in for one message, and the service. */
interface Wanted {
	readonly values: Readonly<Record<string, unknown>>;
	readonly jobId: string;
	readonly connection: Connection<ByteStream>;
	readonly onProgress: (job: Job) => void;
}

/** What an operation gives: a job, or what else the message is to bring. */
type Found = { readonly job: Job } | { readonly payload: unknown; readonly jobId?: string };

const works: Readonly<Record<string, (wanted: Wanted) => Promise<Found>>> = {
	get: async ({ connection, jobId }) => ({ job: await getJob(connection, jobId) }),
	list: async ({ connection, values }) => {
		const { status = '', tag = '', limit = 50 } = values;
		const filter = { status: String(status), tag: String(tag), limit: Number(limit) };
		return { payload: (await listJobs(connection, filter)).map(summarizeJob) };
	},
	run: async (wanted) => ({ job: await run(wanted) }),
	wait: async (wanted) => ({ job: await wait(wanted, wanted.jobId) }),
	retry: async (wanted) => {
		const job = await retryJob(wanted.connection, wanted.jobId);
		return { job: waits(wanted) ? await wait(wanted, job.id) : job };
	},
	cancel: async ({ connection, jobId }) => ({ job: await cancelJob(connection, jobId) }),
	delete: async ({ connection, jobId }) => {
		await deleteJob(connection, jobId);
		return { payload: { id: jobId, deleted: true }, jobId };
	},
};

/**
 * The messages with which the job node answers one: one with the job, or one for each of its files.
 * @throws FilemillError for everything that a person can put right.
 */
export async function answerJob(
	RED: NodeAPI,
	node: FamilyNode,
	definition: JobNodeDef,
	message: NodeMessage,
	jobs: RunningJobs,
): Promise<NodeMessage[]> {
	const { operation: name = '', params = {} } = definition;
	const work = works[name];
	const { parameters } = jobOperations.find((one) => one.name === name) ?? { parameters: [] };
	if (!work) throw new Error(`There is no operation "${name}".`);
	const values = await evaluateAll(RED, node, message, parameters, params);
	const service = chosenService(RED, definition.service);
	return jobs.run(async ({ signal, progress }) => {
		const connection = service.connect(signal);
		const jobId = String(values.job_id ?? '').trim();
		const onProgress = (job: Job) => progress(percentOf(job));
		const found = await work({ values, jobId, connection, onProgress });
		return messagesFor(RED, message, found, connection, values.give);
	});
}

async function wait({ connection, values, onProgress }: Wanted, id: string): Promise<Job> {
	const waiting = { timeoutSeconds: longest(values), onProgress };
	return finished(await waitForJob(connection, id, waiting)).job;
}

async function run(wanted: Wanted): Promise<Job> {
	const { values, connection, onProgress } = wanted;
	const given = readJobDefinition(values.job);
	const { tag = given.more.tag ?? 'node-red' } = values;
	const request = {
		...connection,
		draft: { version: 1, tasks: given.tasks, output: [], files: {} },
		openFile: openHeldFile,
		// As with a draft, the same message may ask for the same job again on purpose.
		idempotencyKey: crypto.randomUUID(),
		tag: String(tag),
		more: given.more,
		timeoutSeconds: longest(values),
		onProgress,
	} as const;
	if (!waits(wanted)) return startJob(request);
	refuseUploads(given);
	return (await runJob(request)).job;
}

function waits({ values }: Wanted): boolean {
	return String(values.wait ?? true) !== 'false';
}

/** Seconds to wait for the end of a job. */
function longest({ maximum_wait: seconds = 3600 }: Wanted['values']): number {
	return Number(seconds);
}

/** Nobody would send the file while the node waits. */
function refuseUploads({ uploads }: JobDefinition): void {
	const [name] = uploads;
	if (name === undefined) return;
	throw new FilemillError(`Task "${name}" waits for a file, which nobody sends.`, {
		description:
			'Turn "Wait" off and send the file to the "upload_url" of the task, or use the import and export nodes.',
	});
}

async function messagesFor(
	RED: NodeAPI,
	message: NodeMessage,
	found: Found,
	connection: Connection<ByteStream>,
	give: unknown,
): Promise<NodeMessage[]> {
	const rest = withoutContent(message);
	if (!('job' in found)) {
		const { payload, jobId } = found;
		return [{ ...rest, payload, ...(jobId && { filemillResult: { jobId } }) }];
	}
	const { job } = found;
	const files = isGive(give) ? exportedFiles(job) : [];
	if (isGive(give) && files.length > 0)
		return fileMessages(RED, rest, { job, files }, connection, give);
	return [jobMessage(job, rest)];
}

/** A message that brings a job, which a job node after it finds. */
export function jobMessage(job: Job, rest: NodeMessage): NodeMessage {
	const { id: jobId, status } = job;
	return { ...rest, payload: summarizeJob(job), filemillResult: { jobId, status } };
}

function isGive(value: unknown): value is Give {
	return value === 'file' || value === 'url' || value === 'both';
}
