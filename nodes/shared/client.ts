import type { Draft } from './draft.ts';
import {
	type ExportedFile,
	exportedFiles,
	type Job,
	jobError,
	readJob,
	StrangeAnswerError,
} from './job.ts';
import { deleteJob, getJob, serviceRequest, type Waiting, waitForJob } from './jobs.ts';
import type { JsonObject } from './json.ts';
import { mapLimited } from './map-limited.ts';
import { request } from './request.ts';
import type { Connection } from './transport.ts';
import { type OpenReference, uploadFile } from './upload.ts';

const parallelUploads = 3;

/** A draft to be run, and what the host brings for it. */
export interface JobRequest<Stream> extends Connection<Stream>, Waiting {
	readonly draft: Draft;
	readonly openFile: OpenReference<Stream>;
	/** The same for the same work: while its job waits, runs or has finished, the service answers with that one. */
	readonly idempotencyKey: string;
	readonly tag?: string;
	/** Further keys of the request, such as `webhook_url`. */
	readonly more?: JsonObject;
}

/** A finished job. */
export interface JobResult {
	readonly job: Job;
	readonly files: readonly ExportedFile[];
}

/**
 * Submits a draft as one job, sends its files, and waits until it has ended. When it is given up (aborted, or a file
 * cannot be sent) the job is deleted at the service.
 * @throws JobError, RefusedError, ConnectionError, StillRunningError, the signal's reason.
 */
export async function runJob<Stream>(wanted: JobRequest<Stream>): Promise<JobResult> {
	const { id } = await startJob(wanted);
	try {
		const { job } = finished(await waitForJob(wanted, id, wanted));
		return { job, files: exportedFiles(job, Object.keys(wanted.draft.tasks)) };
	} finally {
		if (wanted.signal?.aborted) await abandon(wanted, id);
	}
}

/**
 * Submits a draft as one job, sends its files, and gives it while it waits or runs. It is deleted when its files
 * cannot be sent.
 * @throws RefusedError, ConnectionError, the signal's reason.
 */
export async function startJob<Stream>(wanted: JobRequest<Stream>): Promise<Job> {
	const created = await submit(wanted);
	let sent = false;
	try {
		await sendFiles(wanted, created);
		sent = true;
		return created;
	} finally {
		if (!sent) await abandon(wanted, created.id);
	}
}

/**
 * A job that has ended well, with its files.
 * @throws JobError
 */
export function finished(job: Job): JobResult {
	if (job.status === 'error') throw jobError(job);
	return { job, files: exportedFiles(job) };
}

/** Asks the service who the key belongs to: the test of address and key. */
export async function checkConnection<Stream>(connection: Connection<Stream>): Promise<void> {
	const { body } = await request(connection, serviceRequest('GET', '/v2/users/me'), 1);
	if (typeof body === 'object' && body !== null && 'data' in body) return;
	throw new StrangeAnswerError();
}

async function submit<Stream>(wanted: JobRequest<Stream>): Promise<Job> {
	const { draft, tag, more } = wanted;
	const answer = await request(wanted, {
		...serviceRequest('POST', '/v2/jobs'),
		headers: { 'Idempotency-Key': wanted.idempotencyKey },
		json: { ...more, tasks: draft.tasks, ...(tag && { tag }) },
	});
	return readJob(answer.body);
}

async function sendFiles<Stream>(wanted: JobRequest<Stream>, job: Job): Promise<void> {
	const waiting = job.tasks.flatMap((task) => {
		const reference = wanted.draft.files[task.name];
		return reference && task.uploadUrl && task.status === 'waiting' ? [{ task, reference }] : [];
	});
	await mapLimited(waiting, parallelUploads, ({ task, reference }) =>
		uploadFile(
			wanted,
			task,
			() => wanted.openFile(reference),
			async () => {
				const { tasks } = await getJob(wanted, job.id);
				return tasks.some((one) => one.name === task.name && one.status === 'waiting');
			},
		),
	);
}

/** What made the caller give up is what it should hear, so a job that cannot be deleted is left to expire. */
async function abandon<Stream>(
	{ transport, sleep }: JobRequest<Stream>,
	id: string,
): Promise<void> {
	await deleteJob({ transport, sleep }, id, 1).catch(() => undefined);
}
