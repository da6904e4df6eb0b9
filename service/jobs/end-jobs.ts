import { CancelledError, TimeoutError } from '../errors.ts';
import { recordEvents } from '../events/record-events.ts';
import { InterruptedError, NotFoundError, StateError } from './errors.ts';
import { type JobContext, number, text } from './job.ts';
import { failTask } from './settle.ts';

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
	const tasks = await context.sql.all('SELECT id FROM tasks WHERE job_id = $1', [id]);
	const deleted = await context.sql.all('DELETE FROM jobs WHERE id = $1 RETURNING id', [id]);
	if (deleted.length === 0) throw new NotFoundError('job');
	await context.queue.cancel(
		tasks.map((task) => text(task, 'id')),
		new CancelledError(),
	);
	await context.files.deleteScope(id);
	context.changes.notify(id);
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
	const expired = await context.sql.all('SELECT id FROM jobs WHERE expires_at < $1', [now]);
	for (const row of expired) await deleteJob(context, text(row, 'id'));
}
