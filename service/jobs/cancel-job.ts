import { CancelledError } from '../errors.ts';
import { InputTaskFailedError, NotFoundError, StateError } from './errors.ts';
import { type JobContext, text, textOrNull } from './job.ts';
import { failTaskIn, settleJob } from './settle.ts';

/**
 * Cancels all tasks of a job that have not ended; what runs is stopped.
 * @throws NotFoundError, StateError when the job has ended
 */
export async function cancelJob(context: JobContext, id: string): Promise<void> {
	const reason = new CancelledError();
	const { tasks, jobs } = await context.sql.tx(async (tx) => {
		const [job] = await tx.all('SELECT status FROM jobs WHERE id = $1 AND standalone = 0', [id]);
		if (!job) throw new NotFoundError('job');
		const now = Date.now();
		const cancelled = await tx.all(
			`UPDATE tasks SET status = 'error', code = $1, message = $2, ended_at = $3
			WHERE job_id = $4 AND ended_at IS NULL RETURNING id, name`,
			[reason.code, reason.message, now, id],
		);
		if (cancelled.length === 0)
			throw new StateError(
				`The job has ended with status "${job.status}" and cannot be cancelled.`,
			);
		const ids = cancelled.map((task) => text(task, 'id'));
		const ended = ids.map((taskId) => ({ name: 'task.failed', taskId }) as const);
		await settleJob(context, tx, { jobId: id, ended, now });
		const touched: string[] = [id];
		for (const task of cancelled) {
			const users = await tx.all('SELECT child FROM edges WHERE parent = $1', [text(task, 'id')]);
			const follow = new InputTaskFailedError(textOrNull(task, 'name') ?? text(task, 'id'));
			// Those outside of the job; its own have ended.
			for (const user of users)
				touched.push(...(await failTaskIn(context, tx, text(user, 'child'), follow)));
		}
		return { tasks: ids, jobs: new Set(touched) };
	});
	await context.queue.cancel(tasks, reason);
	for (const jobId of jobs) context.changes.notify(jobId);
}
