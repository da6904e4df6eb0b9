import { randomBytes } from 'node:crypto';
import type { OperationName } from '@filemill/operations';
import type { ServiceError } from '../errors.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import type { StoredFile } from '../files/file-store.ts';
import type { Sql } from '../store/sql.ts';
import { InputTaskFailedError } from './errors.ts';
import { creditsOf, type JobContext, number, text, textOrNull } from './job.ts';
import { withoutSecrets } from './secrets.ts';

/** A file that a task hands to the tasks after it. */
export interface ResultFile extends StoredFile {
	readonly filename: string;
	/** The folder that it had in an archive. */
	readonly dir?: string | undefined;
	/** Whether it gets a public address, and how a browser treats it. */
	readonly share?: 'attachment' | 'inline';
}

/** What a finished attempt made. */
export interface TaskResult {
	readonly files: readonly ResultFile[];
	readonly facts?: Readonly<Record<string, unknown>>;
	readonly engine?: string;
	readonly engineVersion?: string;
}

/**
 * Ends a task well, in one transaction with everything that follows from it. False when the attempt is no longer the
 * current one (cancelled, timed out, deleted); then nothing has changed.
 */
export async function finishTask(
	context: JobContext,
	task: { id: string; jobId: string; operation: OperationName; attempt: number; startedAt: number },
	result: TaskResult,
): Promise<boolean> {
	const now = Date.now();
	const jobId = await context.sql.tx(async (tx) => {
		const [row] = await tx.all(
			`UPDATE tasks SET status = 'finished', percent = 100, result = $1, engine = $2, engine_version = $3,
				credits = $4, started_at = COALESCE(started_at, $5), ended_at = $6
			WHERE id = $7 AND attempt = $8 AND status IN ('waiting', 'processing') RETURNING job_id`,
			[
				JSON.stringify(result.facts ?? {}),
				result.engine ?? null,
				result.engineVersion ?? null,
				creditsOf(task.operation, now - task.startedAt),
				task.startedAt,
				now,
				task.id,
				task.attempt,
			],
		);
		if (!row) return undefined;
		await forgetSecrets(tx, task);
		await insertFiles(tx, task.id, result.files);
		const ready = await tx.all(
			`UPDATE tasks SET waiting = waiting - 1
			WHERE status = 'waiting' AND id IN (SELECT child FROM edges WHERE parent = $1) RETURNING id, waiting`,
			[task.id],
		);
		await context.queue.push(
			tx,
			ready.filter((child) => child.waiting === 0).map((child) => text(child, 'id')),
		);
		const ended = [{ name: 'task.finished', taskId: task.id }] as const;
		await settleJob(context, tx, { jobId: text(row, 'job_id'), ended, now });
		return text(row, 'job_id');
	});
	if (jobId === undefined) {
		await discardOrphans(context, task.jobId);
		return false;
	}
	context.queue.wake();
	context.changes.notify(jobId);
	return true;
}

/** Why a task ends badly, in words for the client. */
export type Fault = Pick<ServiceError, 'code' | 'message'>;

/**
 * Ends a task badly, and all tasks that wait for it. With an `attempt`, only if that is still the current one.
 * False when the task had ended before.
 */
export async function failTask(
	context: JobContext,
	id: string,
	fault: Fault,
	attempt?: number,
): Promise<boolean> {
	const jobs = await context.sql.tx((tx) => failTaskIn(context, tx, id, fault, attempt));
	for (const jobId of jobs) context.changes.notify(jobId);
	return jobs.length > 0;
}

/**
 * `failTask` inside a transaction: gives the jobs that are to be notified when it is committed. There are more than
 * one where tasks outside of the job take files from it.
 */
export async function failTaskIn(
	context: JobContext,
	tx: Sql,
	id: string,
	fault: Fault,
	attempt?: number,
): Promise<readonly string[]> {
	const now = Date.now();
	const [row] = await tx.all(
		`UPDATE tasks SET status = 'error', code = $1, message = $2, ended_at = $3
		WHERE id = $4 AND status NOT IN ('finished', 'error') AND (CAST($5 AS INTEGER) IS NULL OR attempt = $5)
		RETURNING id, job_id, name, ignored`,
		[fault.code, fault.message, now, id, attempt ?? null],
	);
	if (!row) return [];
	const follow = new InputTaskFailedError(textOrNull(row, 'name') ?? id);
	const closed = await tx.all(
		`WITH RECURSIVE below (id) AS (
			SELECT child FROM edges WHERE parent = $1
			UNION SELECT edges.child FROM edges JOIN below ON edges.parent = below.id)
		UPDATE tasks SET status = 'error', code = $2, message = $3, ended_at = $4,
			ignored = CASE WHEN ignored = 1 THEN 1 ELSE $5 END
		WHERE status = 'waiting' AND id IN (SELECT id FROM below) RETURNING id, job_id`,
		[id, follow.code, follow.message, now, number(row, 'ignored')],
	);
	const ended = [row, ...closed];
	const jobs = [...new Set(ended.map((task) => text(task, 'job_id')))];
	for (const jobId of jobs) {
		const own = ended.filter((task) => task.job_id === jobId).map((task) => text(task, 'id'));
		const events = own.map((taskId) => ({ name: 'task.failed', taskId }) as const);
		await settleJob(context, tx, { jobId, ended: events, now });
	}
	return jobs;
}

/** Passwords and keys have served when the work is done; a task that failed keeps them, to be tried again. */
async function forgetSecrets(
	tx: Sql,
	task: { readonly id: string; readonly operation: OperationName },
): Promise<void> {
	const [row] = await tx.all('SELECT payload FROM tasks WHERE id = $1', [task.id]);
	if (!row) return;
	const payload = text(row, 'payload');
	const kept = JSON.stringify(withoutSecrets(task.operation, JSON.parse(payload)));
	if (kept !== payload)
		await tx.all('UPDATE tasks SET payload = $1 WHERE id = $2', [kept, task.id]);
}

/** The job may have been deleted while its attempt ran; what the attempt stored since goes too. */
async function discardOrphans(context: JobContext, jobId: string): Promise<void> {
	const owners = await context.sql.all('SELECT id FROM jobs WHERE id = $1', [jobId]);
	if (owners.length === 0) await context.files.deleteScope(jobId);
}

async function insertFiles(tx: Sql, taskId: string, files: readonly ResultFile[]): Promise<void> {
	for (const [position, file] of files.entries())
		await tx.all(
			`INSERT INTO files (task_id, position, filename, blob, sha256, size, token, inline, dir)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			[
				taskId,
				position,
				file.filename,
				file.blob,
				file.sha256,
				file.size,
				file.share ? randomBytes(24).toString('base64url') : null,
				file.share === 'inline' ? 1 : 0,
				file.dir ?? null,
			],
		);
}

/** Marks a job that waits as processing; gives the event that tells of it, if it did wait and clients know of it. */
export async function startJob(tx: Sql, jobId: string, now: number): Promise<NewEvent[]> {
	const rows = await tx.all(
		`UPDATE jobs SET status = 'processing', started_at = COALESCE(started_at, $1)
		WHERE id = $2 AND status = 'waiting' RETURNING standalone`,
		[now, jobId],
	);
	return rows.filter((job) => job.standalone === 0).map(() => ({ name: 'job.updated' }));
}

/** Counts ended tasks and tells of them; the last one ends the job. */
export async function settleJob(
	context: JobContext,
	tx: Sql,
	{ jobId, ended, now }: { jobId: string; ended: readonly NewEvent[]; now: number },
): Promise<void> {
	const started = await startJob(tx, jobId, now);
	const [job] = await tx.all(
		'UPDATE jobs SET remaining = remaining - $1 WHERE id = $2 RETURNING remaining',
		[ended.length, jobId],
	);
	await recordEvents(tx, jobId, [...started, ...ended]);
	if (!job || number(job, 'remaining') > 0) return;
	// After a failure the idempotency key is free: the same request starts a new job.
	const [end] = await tx.all(
		`UPDATE jobs SET ended_at = $1, expires_at = $1 + COALESCE(expires_in, $2) * 1000, status = outcome.status,
			idempotency_key = CASE WHEN outcome.status = 'error' THEN NULL ELSE idempotency_key END
		FROM (SELECT CASE WHEN EXISTS (
			SELECT 1 FROM tasks WHERE job_id = $3 AND status = 'error' AND ignored = 0)
			THEN 'error' ELSE 'finished' END AS status) AS outcome
		WHERE id = $3 RETURNING jobs.status, jobs.standalone`,
		[now, context.config.FILEMILL_RETENTION, jobId],
	);
	if (end?.standalone === 1) return;
	await recordEvents(tx, jobId, [
		{ name: end?.status === 'finished' ? 'job.finished' : 'job.failed' },
	]);
}
