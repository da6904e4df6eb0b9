import { FilemillError, RefusedError, StillRunningError } from './errors.ts';
import { hasEnded, type Job, readJob, StrangeAnswerError } from './job.ts';
import { isObject } from './json.ts';
import { request } from './request.ts';
import type { Connection, HttpRequest } from './transport.ts';

const pollSeconds = 25;
/** Enough to outlive a restart of the service. */
const patientAttempts = 9;
const largestPage = 100;

/** How long to wait for the end of a job (until it comes unless given), and who hears how far it is. */
export interface Waiting {
	readonly timeoutSeconds?: number;
	readonly onProgress?: (job: Job) => void;
}

/** Which jobs to list, and how many at most. */
export interface JobFilter {
	readonly status?: string;
	readonly tag?: string;
	readonly limit: number;
}

/** A request to the service itself, with the key. */
export function serviceRequest<Stream>(method: HttpRequest<Stream>['method'], url: string) {
	return { method, url, authenticate: true, responseType: 'json', timeoutMs: 60_000 } as const;
}

/** @throws RefusedError when there is no such job, or no longer. */
export async function getJob<Stream>(connection: Connection<Stream>, id: string): Promise<Job> {
	const answer = await request(connection, serviceRequest('GET', jobPath(id)), patientAttempts);
	return readJob(answer.body);
}

/** Jobs with their tasks, newest first. */
export async function listJobs<Stream>(
	connection: Connection<Stream>,
	{ status, tag, limit }: JobFilter,
): Promise<Job[]> {
	const jobs: Job[] = [];
	const perPage = Math.min(limit, largestPage);
	for (let page = 1; jobs.length < limit; page++) {
		const query = new URLSearchParams({
			include: 'tasks',
			per_page: String(perPage),
			page: String(page),
			...(status && { 'filter[status]': status }),
			...(tag && { 'filter[tag]': tag }),
		});
		const { body } = await request(connection, serviceRequest('GET', `/v2/jobs?${query}`));
		if (!isObject(body) || !Array.isArray(body.data)) throw new StrangeAnswerError();
		jobs.push(...body.data.map((data) => readJob({ data })));
		if (body.data.length < perPage) break;
	}
	return jobs.slice(0, limit);
}

/**
 * The job when it has ended, well or not. Holds one request after the other, each answered after 25 seconds at the
 * latest.
 * @throws StillRunningError
 */
export async function waitForJob<Stream>(
	connection: Connection<Stream>,
	id: string,
	{ timeoutSeconds = Number.POSITIVE_INFINITY, onProgress }: Waiting = {},
): Promise<Job> {
	const deadline = Date.now() + timeoutSeconds * 1000;
	for (;;) {
		const left = Math.ceil((deadline - Date.now()) / 1000);
		if (left <= 0) throw new StillRunningError(id, timeoutSeconds);
		const seconds = Math.min(left, pollSeconds);
		const what = serviceRequest('GET', `${jobPath(id)}/wait?timeout=${seconds}`);
		const timed = { ...what, timeoutMs: (seconds + 35) * 1000 };
		const job = readJob((await request(connection, timed, patientAttempts)).body);
		onProgress?.(job);
		if (hasEnded(job)) return job;
	}
}

/** Cancels what of a job has not ended, and gives the job as it is then; one that has ended stays so. */
export async function cancelJob<Stream>(connection: Connection<Stream>, id: string): Promise<Job> {
	await request(connection, actionRequest(id, 'cancel')).catch(unlessEnded);
	return getJob(connection, id);
}

/**
 * Starts a new job of one that has failed, in which only that runs which had not finished.
 * @throws RefusedError when it has not failed.
 */
export async function retryJob<Stream>(connection: Connection<Stream>, id: string): Promise<Job> {
	// A second request would start a second job.
	return readJob((await request(connection, actionRequest(id, 'retry'), 1)).body);
}

/** Deletes a job with its files; what runs is stopped. */
export async function deleteJob<Stream>(
	connection: Connection<Stream>,
	id: string,
	attempts?: number,
): Promise<void> {
	const what = { ...serviceRequest('DELETE', jobPath(id)), timeoutMs: 10_000 };
	await request(connection, what, attempts);
}

/** Axios calls an empty body a form, so there is always one. */
function actionRequest(id: string, action: 'cancel' | 'retry') {
	return { ...serviceRequest('POST', `${jobPath(id)}/${action}`), json: {} };
}

/** A job may end by itself a moment before it is cancelled. */
function unlessEnded(error: unknown): void {
	if (error instanceof RefusedError && error.status === 409) return;
	throw error;
}

/** @throws FilemillError for an id that is empty, which would lead to another address. */
function jobPath(id: string): string {
	if (id.trim() === '')
		throw new FilemillError('The job ID is empty.', {
			description: 'Give the ID of a job: Filemill nodes put it in "jobId" of what they give.',
		});
	return `/v2/jobs/${encodeURIComponent(id.trim())}`;
}
