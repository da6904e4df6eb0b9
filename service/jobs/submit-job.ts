import { createHash, randomUUID } from 'node:crypto';
import { recordEvents } from '../events/record-events.ts';
import type { Sql } from '../store/sql.ts';
import { IdempotencyKeyReusedError } from './errors.ts';
import {
	type Content,
	insertEdge,
	insertTask,
	isReady,
	type PlacedTask,
	storeContents,
} from './insert-task.ts';
import { type JobContext, text } from './job.ts';
import { type Owner, ownJob } from './own-job.ts';
import type { NewJob } from './validate-job.ts';

/** What became of a submission: the job, and whether it was there before. */
export interface Submission {
	readonly id: string;
	readonly replayed: boolean;
}

/**
 * Accepts a job: when this resolves it is on the disk, and it will end in a terminal state.
 * Its tasks start with the next `queue.wake()`. A known `idempotencyKey` gives the job of that key again unless that job failed.
 * @throws IdempotencyKeyReusedError, TooManyJobsError
 */
export async function submitJob(
	context: JobContext,
	job: NewJob,
	{
		idempotencyKey,
		owner,
	}: { readonly idempotencyKey?: string | undefined; readonly owner?: Owner } = {},
): Promise<Submission> {
	const hash = createHash('sha256').update(JSON.stringify(job)).digest('hex');
	const known = idempotencyKey && (await findByKey(context.sql, idempotencyKey, hash));
	if (known) return { id: known, replayed: true };

	const id = randomUUID();
	const tasks = job.tasks.map((task) => ({ ...task, id: randomUUID() }));
	try {
		const contents = await storeContents(context, id, tasks);
		const accepted = await context.sql.tx(async (tx) => {
			const now = Date.now();
			const inserted = await tx.all(
				`INSERT INTO jobs (id, tag, webhook_url, expires_in, status, remaining, idempotency_key, request_hash,
					created_at)
				VALUES ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8)
				ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
				[
					id,
					job.tag,
					job.webhookUrl,
					job.expiresIn,
					tasks.length,
					idempotencyKey ?? null,
					hash,
					now,
				],
			);
			if (inserted.length === 0) return false;
			await ownJob(context, tx, id, owner);
			await insertTasks(tx, id, tasks, contents, now);
			await recordEvents(tx, id, [
				{ name: 'job.created' },
				...tasks.map((task) => ({ name: 'task.created', taskId: task.id }) as const),
			]);
			await context.queue.push(
				tx,
				tasks.filter((task) => isReady(task, task.parents.length)).map((task) => task.id),
			);
			return true;
		});
		if (accepted) {
			context.changes.notify(id);
			return { id, replayed: false };
		}
	} catch (error) {
		await context.files.deleteScope(id);
		throw error;
	}
	// The same key was accepted a moment before.
	await context.files.deleteScope(id);
	return submitJob(context, job, { idempotencyKey, owner });
}

async function findByKey(sql: Sql, key: string, hash: string): Promise<string | undefined> {
	const [row] = await sql.all('SELECT id, request_hash FROM jobs WHERE idempotency_key = $1', [
		key,
	]);
	if (!row) return undefined;
	if (row.request_hash !== hash) throw new IdempotencyKeyReusedError();
	return text(row, 'id');
}

async function insertTasks(
	tx: Sql,
	jobId: string,
	tasks: readonly PlacedTask[],
	contents: ReadonlyMap<string, Content>,
	now: number,
): Promise<void> {
	const ids = new Map(tasks.map((task) => [task.name, task.id]));
	for (const [position, task] of tasks.entries()) {
		const place = { jobId, position, name: task.name, waiting: task.parents.length, now };
		await insertTask(tx, task, place, contents.get(task.id));
	}
	for (const task of tasks)
		for (const parent of task.parents) await insertEdge(tx, ids.get(parent) ?? '', task.id);
}
