import { randomUUID } from 'node:crypto';
import { recordEvents } from '../events/record-events.ts';
import type { Row, Sql } from '../store/sql.ts';
import { InputTaskFailedError, InvalidRequestError } from './errors.ts';
import { insertEdge, insertTask, isReady, storeContents } from './insert-task.ts';
import { type JobContext, text, textOrNull } from './job.ts';
import { type Owner, ownJob } from './own-job.ts';
import { failTaskIn } from './settle.ts';
import type { NewTask } from './validate-task.ts';

/**
 * Accepts a task outside of any job: when this resolves with its id it is on the disk, and it will end in a terminal
 * state. It starts with the next `queue.wake()`; one whose input has failed has ended already.
 * @throws InvalidRequestError when an input has gone since it was validated, TooManyJobsError
 */
export async function submitTask(
	context: JobContext,
	task: NewTask,
	owner?: Owner,
): Promise<string> {
	const jobId = randomUUID();
	const placed = { ...task, id: randomUUID() };
	try {
		const contents = await storeContents(context, jobId, [placed]);
		await context.sql.tx(async (tx) => {
			const now = Date.now();
			await tx.all(
				`INSERT INTO jobs (id, status, remaining, standalone, created_at)
				VALUES ($1, 'waiting', 1, 1, $2)`,
				[jobId, now],
			);
			await ownJob(context, tx, jobId, owner);
			const parents = await lockTasks(tx, task.parents);
			const waiting = parents.filter((parent) => parent.ended_at === null).length;
			const place = { jobId, position: 0, name: null, waiting, now };
			await insertTask(tx, placed, place, contents.get(placed.id));
			for (const parent of task.parents) await insertEdge(tx, parent, placed.id);
			await recordEvents(tx, jobId, [{ name: 'task.created', taskId: placed.id }]);
			const failed = parents.find((parent) => parent.status === 'error');
			if (failed) {
				const reason = new InputTaskFailedError(textOrNull(failed, 'name') ?? text(failed, 'id'));
				await failTaskIn(context, tx, placed.id, reason);
			} else if (isReady(placed, waiting)) await context.queue.push(tx, [placed.id]);
		});
	} catch (error) {
		await context.files.deleteScope(jobId);
		throw error;
	}
	context.changes.notify(jobId);
	return placed.id;
}

/** Reads tasks so that none of them can end before the transaction does: its new child would wait for ever. */
async function lockTasks(tx: Sql, ids: readonly string[]): Promise<Row[]> {
	const rows: Row[] = [];
	for (const id of ids) {
		const [row] = await tx.all(
			'UPDATE tasks SET waiting = waiting WHERE id = $1 RETURNING id, name, status, ended_at',
			[id],
		);
		if (!row) throw new InvalidRequestError({ input: [`There is no task "${id}" any more.`] });
		rows.push(row);
	}
	return rows;
}
