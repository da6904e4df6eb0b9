import type { Draft, TaskDefinition } from './draft.ts';
import { FilemillError, StillRunningError } from './errors.ts';
import { hasEnded, type Job, jobError, type ResultFile, readJob } from './job.ts';
import { mapLimited } from './map-limited.ts';
import { request } from './request.ts';
import type { Connection } from './transport.ts';
import { type OpenReference, uploadFile } from './upload.ts';

const pollSeconds = 25;
const parallelUploads = 3;
/** Enough to outlive a restart of the service. */
const patientAttempts = 9;

/** A draft to be run, and what the host brings for it. */
export interface JobRequest<Stream> extends Connection<Stream> {
	readonly draft: Draft;
	readonly openFile: OpenReference<Stream>;
	/** The same for the same work: while its job waits, runs or has finished, the service answers with that one. */
	readonly idempotencyKey: string;
	readonly tag?: string;
	/** How long to wait for the end; until it comes unless given. */
	readonly timeoutSeconds?: number;
	readonly onProgress?: (job: Job) => void;
}

/** A file that an export task handed out. */
export interface ExportedFile extends ResultFile {
	/** The name of the export task. */
	readonly task: string;
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
	const created = await submit(wanted);
	let sent = false;
	try {
		await sendFiles(wanted, created);
		sent = true;
		const job = await waitForEnd(wanted, created.id);
		if (job.status === 'error') throw jobError(job);
		return { job, files: exportedFiles(job, wanted.draft.tasks) };
	} finally {
		if (!sent || wanted.signal?.aborted) await abandon(wanted, created.id);
	}
}

/** Asks the service who the key belongs to: the test of address and key. */
export async function checkConnection<Stream>(connection: Connection<Stream>): Promise<void> {
	const { body } = await request(
		connection,
		{ ...authenticated('/v2/users/me'), method: 'GET' },
		1,
	);
	if (typeof body === 'object' && body !== null && 'data' in body) return;
	throw new FilemillError('The answer is not that of a Filemill service.', {
		description: 'Check the address of the service.',
	});
}

async function submit<Stream>(wanted: JobRequest<Stream>): Promise<Job> {
	const answer = await request(wanted, {
		...authenticated('/v2/jobs'),
		method: 'POST',
		headers: { 'Idempotency-Key': wanted.idempotencyKey },
		json: { tasks: wanted.draft.tasks, ...(wanted.tag && { tag: wanted.tag }) },
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

async function waitForEnd<Stream>(wanted: JobRequest<Stream>, id: string): Promise<Job> {
	const { timeoutSeconds = Number.POSITIVE_INFINITY } = wanted;
	const deadline = Date.now() + timeoutSeconds * 1000;
	for (;;) {
		const left = Math.ceil((deadline - Date.now()) / 1000);
		if (left <= 0) throw new StillRunningError(id, timeoutSeconds);
		const seconds = Math.min(left, pollSeconds);
		const job = await getJob(wanted, id, `/wait?timeout=${seconds}`, (seconds + 35) * 1000);
		wanted.onProgress?.(job);
		if (hasEnded(job)) return job;
	}
}

async function getJob<Stream>(
	wanted: JobRequest<Stream>,
	id: string,
	path = '',
	timeoutMs = 60_000,
): Promise<Job> {
	const what = { ...authenticated(`/v2/jobs/${id}${path}`), method: 'GET', timeoutMs } as const;
	const answer = await request(wanted, what, patientAttempts);
	return readJob(answer.body);
}

/** What made the caller give up is what it should hear, so a job that cannot be deleted is left to expire. */
async function abandon<Stream>(
	{ transport, sleep }: JobRequest<Stream>,
	id: string,
): Promise<void> {
	const what = { ...authenticated(`/v2/jobs/${id}`), method: 'DELETE', timeoutMs: 10_000 } as const;
	await request({ transport, sleep }, what, 1).catch(() => undefined);
}

function authenticated(url: string) {
	return { url, authenticate: true, responseType: 'json', timeoutMs: 60_000 } as const;
}

function exportedFiles(
	job: Job,
	tasks: Readonly<Record<string, TaskDefinition>>,
): readonly ExportedFile[] {
	const byName = new Map(job.tasks.map((task) => [task.name, task]));
	// The service's order of tasks means nothing; that of the draft is the person's.
	return Object.entries(tasks)
		.filter(([, definition]) => definition.operation.startsWith('export/'))
		.flatMap(([name]) => (byName.get(name)?.files ?? []).map((file) => ({ ...file, task: name })));
}
