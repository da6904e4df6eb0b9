import { CancelledError, TimeoutError } from '../errors.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Sql } from '../store/sql.ts';
import { InputTaskGoneError, InterruptedError, NotFoundError, StateError } from './errors.ts';
import { type JobContext, number, text } from './job.ts';
import { failTask, failTaskIn } from './settle.ts';

/** Often enough to survive restarts, not so often that a task which kills the service does so for ever. */
const maximumInterruptions = 3;
const uploadHours = 24;

/**
 * Cancels a task that waits or runs; the tasks after it end too.
 * @throws NotFoundError, StateError when it has ended
 */
export async function cancelTask(context: JobContext, id: string): Promise<void> {
	const reason = new CancelledError();
	if (await failTask(context, id, reason)) return context.queue.cancel([id], reason);
	const [row] = await context.sql.all('SELECT status FROM tasks WHERE id = $1', [id]);
	if (!row) throw new NotFoundError('task');
	throw new StateError(`The task has ended with status "${row.status}" and cannot be cancelled.`);
}

/**
 * Deletes a job with its tasks and files; what runs is stopped.
 * @throws NotFoundError
 */
export async function deleteJob(context: JobContext, id: string): Promise<void> {
	const { tasks, left } = await context.sql.tx(async (tx) => {
		const own = await tx.all('SELECT id FROM tasks WHERE job_id = $1', [id]);
		const ids = own.map((task) => text(task, 'id'));
		const users = await abandonUsers(context, tx, ids, id);
		const deleted = await tx.all('DELETE FROM jobs WHERE id = $1 RETURNING id', [id]);
		if (deleted.length === 0) throw new NotFoundError('job');
		return { tasks: ids, left: users };
	});
	await context.queue.cancel([...tasks, ...left.tasks], new CancelledError());
	await context.files.deleteScope(id);
	for (const jobId of [id, ...left.jobs]) context.changes.notify(jobId);
}

/**
 * Deletes a task with its files; what runs is stopped, and what waits for it ends.
 * @throws NotFoundError
 */
export async function deleteTask(context: JobContext, id: string): Promise<void> {
	const [row] = await context.sql.all('SELECT job_id, name FROM tasks WHERE id = $1', [id]);
	if (!row) throw new NotFoundError('task');
	const jobId = text(row, 'job_id');
	if (row.name === null) return deleteJob(context, jobId);
	const { left, blobs } = await context.sql.tx(async (tx) => {
		await failTaskIn(context, tx, id, new CancelledError());
		const users = await abandonUsers(context, tx, [id]);
		const files = await tx.all('SELECT blob FROM files WHERE task_id = $1', [id]);
		await tx.all('DELETE FROM tasks WHERE id = $1', [id]);
		// While others of the job run, they may be about to refer to the same bytes; those go with the job.
		const running = await tx.all('SELECT id FROM jobs WHERE id = $1 AND ended_at IS NULL', [jobId]);
		return { left: users, blobs: running.length > 0 ? [] : files.map((one) => text(one, 'blob')) };
	});
	await context.queue.cancel([id, ...left.tasks], new CancelledError());
	for (const blob of blobs) {
		const users = await context.sql.all('SELECT task_id FROM files WHERE blob = $1 LIMIT 1', [
			blob,
		]);
		if (users.length === 0) await context.files.delete(blob);
	}
	for (const changed of new Set([jobId, ...left.jobs])) context.changes.notify(changed);
}

/** Ends the tasks that still need files of others that are about to go; gives them, and the jobs they are in. */
async function abandonUsers(
	context: JobContext,
	tx: Sql,
	ids: readonly string[],
	jobId = '',
): Promise<{ readonly tasks: readonly string[]; readonly jobs: readonly string[] }> {
	const tasks: string[] = [];
	const jobs: string[] = [];
	for (const id of ids) {
		const users = await tx.all(
			`SELECT tasks.id FROM edges JOIN tasks ON tasks.id = edges.child
			WHERE edges.parent = $1 AND tasks.ended_at IS NULL AND tasks.job_id <> $2`,
			[id, jobId],
		);
		for (const user of users) {
			tasks.push(text(user, 'id'));
			jobs.push(...(await failTaskIn(context, tx, text(user, 'id'), new InputTaskGoneError())));
		}
	}
	return { tasks, jobs };
}

/** Puts right what the last end of the service left: tasks cut off run again, bytes without a job go. */
export async function recoverJobs(context: JobContext): Promise<void> {
	const cut = await context.sql.tx(async (tx) => {
		const rows = await tx.all(
			`UPDATE tasks SET status = 'queued', interruptions = interruptions + 1
			WHERE status = 'processing' RETURNING id, job_id, interruptions`,
		);
		for (const row of rows)
			await recordEvents(tx, text(row, 'job_id'), [
				{ name: 'task.updated', taskId: text(row, 'id') },
			]);
		return rows;
	});
	for (const row of cut) {
		const times = number(row, 'interruptions');
		if (times >= maximumInterruptions)
			await failTask(context, text(row, 'id'), new InterruptedError(times));
	}
	const owners = new Set(
		(await context.sql.all('SELECT id FROM jobs')).map((row) => text(row, 'id')),
	);
	for (const scope of await context.files.scopes())
		if (!owners.has(scope)) await context.files.deleteScope(scope);
}

/** Ends jobs whose upload never came, and deletes jobs whose time is over. */
export async function expireJobs(context: JobContext, now = Date.now()): Promise<void> {
	const abandoned = await context.sql.all(
		`SELECT id FROM tasks WHERE operation = 'import/upload' AND status = 'waiting' AND created_at < $1`,
		[now - uploadHours * 3_600_000],
	);
	for (const row of abandoned)
		await failTask(context, text(row, 'id'), {
			code: new TimeoutError(0).code,
			message: `No file was uploaded within ${uploadHours} hours.`,
		});
	// What a task elsewhere still needs is kept until that has ended.
	const expired = await context.sql.all(
		`SELECT id FROM jobs WHERE expires_at < $1 AND NOT EXISTS (
			SELECT 1 FROM tasks JOIN edges ON edges.parent = tasks.id JOIN tasks AS users ON users.id = edges.child
			WHERE tasks.job_id = jobs.id AND users.ended_at IS NULL)`,
		[now],
	);
	for (const row of expired) await deleteJob(context, text(row, 'id'));
}
