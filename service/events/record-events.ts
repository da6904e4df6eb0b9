import type { Sql } from '../store/sql.ts';
import { enqueueDeliveries } from '../webhooks/enqueue-deliveries.ts';

/** What is told about jobs and tasks, in the words of clients; `failed` is the end with status "error". */
export const eventNames = [
	'job.created',
	'job.updated',
	'job.finished',
	'job.failed',
	'task.created',
	'task.updated',
	'task.finished',
	'task.failed',
] as const;
export type EventName = (typeof eventNames)[number];

/** Something that has just been written about a job, or about one of its tasks. */
export interface NewEvent {
	readonly name: EventName;
	readonly taskId?: string;
}

/**
 * Keeps events in the transaction of the changes they tell of, with the state that job or task has by then. They are
 * numbered from 1 in each job, and have a position among the events of all jobs; both only grow.
 */
export async function recordEvents(
	tx: Sql,
	jobId: string,
	events: readonly NewEvent[],
): Promise<void> {
	if (events.length === 0) return;
	const [job] = await tx.all(
		'UPDATE jobs SET events = events + $1 WHERE id = $2 RETURNING *, events AS last',
		[events.length, jobId],
	);
	const [all] = await tx.all(
		"UPDATE counters SET value = value + $1 WHERE name = 'events' RETURNING value AS last",
		[events.length],
	);
	const now = Date.now();
	for (const [index, { name, taskId }] of events.entries()) {
		const before = events.length - 1 - index;
		const place = [Number(all?.last) - before, Number(job?.last) - before, name, now];
		await tx.all(taskId ? insertOfTask : insertOfJob, [...place, taskId ?? jobId]);
		if (job) await enqueueDeliveries(tx, job, { name, position: Number(all?.last) - before });
	}
}

const placeColumns = 'position, number, name, created_at, job_id, status, started_at, ended_at';
// In a SELECT list PostgreSQL takes a bare parameter for text.
const place = 'CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT)';
const insertOfJob = `INSERT INTO events (${placeColumns})
	SELECT ${place}, id, status, started_at, ended_at FROM jobs WHERE id = $5`;
const taskColumns = 'percent, credits, code, message, engine, engine_version';
const insertOfTask = `INSERT INTO events (${placeColumns}, task_id, ${taskColumns})
	SELECT ${place}, job_id, status, started_at, ended_at, id, ${taskColumns} FROM tasks WHERE id = $5`;
