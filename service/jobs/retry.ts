import { randomBytes, randomUUID } from 'node:crypto';
import { findOperation } from '@filemill/operations';
import { recordEvents } from '../events/record-events.ts';
import type { Row, Sql } from '../store/sql.ts';
import { NotFoundError, StateError } from './errors.ts';
import { insertEdge, uploadToken } from './insert-task.ts';
import { type JobContext, number, numberOrNull, text, textOrNull } from './job.ts';
import { linkFiles } from './link-files.ts';
import { type Owner, ownJob } from './own-job.ts';
import { references } from './validate-task.ts';

/**
 * Makes a new job of one that has failed: what had finished is taken over with its files, what had not runs again. It
 * starts with the next `queue.wake()`. The old job stays as it is. Resolves with the id of the new one.
 * @throws NotFoundError, StateError when it has not failed, TooManyJobsError
 */
export async function retryJob(context: JobContext, id: string, owner?: Owner): Promise<string> {
	const [job] = await context.sql.all('SELECT * FROM jobs WHERE id = $1 AND standalone = 0', [id]);
	if (!job) throw new NotFoundError('job');
	refuseUnlessFailed('job', job);
	const tasks = await context.sql.all('SELECT * FROM tasks WHERE job_id = $1 ORDER BY position', [
		id,
	]);
	return startOver(context, job, tasks, owner);
}

/**
 * Makes a new task of one that has failed, outside of any job and with the same inputs. It starts with the next
 * `queue.wake()`. Resolves with the id of the new one.
 * @throws NotFoundError, StateError when it has not failed, or an input of it has, TooManyJobsError
 */
export async function retryTask(context: JobContext, id: string, owner?: Owner): Promise<string> {
	const [task] = await context.sql.all('SELECT * FROM tasks WHERE id = $1', [id]);
	if (!task) throw new NotFoundError('task');
	refuseUnlessFailed('task', task);
	const inputs = await context.sql.all(
		`SELECT tasks.name, tasks.id, tasks.status FROM edges JOIN tasks ON tasks.id = edges.parent
		WHERE edges.child = $1`,
		[id],
	);
	const shape = findOperation(text(task, 'operation'))?.params.shape ?? {};
	const wanted = references(shape, JSON.parse(text(task, 'payload'))).map(([, name]) => name);
	const finished = inputs.filter((input) => input.status === 'finished');
	const missing = wanted.find(
		(name) => !finished.some((one) => one.name === name || one.id === name),
	);
	if (missing !== undefined)
		throw new StateError(
			`The task cannot be retried, because its input "${missing}" failed or was deleted. Retry that one, or the whole job.`,
		);
	const job = {
		id: text(task, 'job_id'),
		standalone: 1,
		tag: null,
		webhook_url: null,
		expires_in: null,
	};
	const jobId = await startOver(context, job, [{ ...task, name: null }], owner);
	const [started] = await context.sql.all('SELECT id FROM tasks WHERE job_id = $1', [jobId]);
	if (!started) throw new NotFoundError('task');
	return text(started, 'id');
}

function refuseUnlessFailed(what: string, row: Row): void {
	if (row.status === 'error') return;
	const state = row.ended_at === null ? 'has not ended' : 'has finished';
	throw new StateError(`The ${what} ${state}; only a ${what} that has failed can be retried.`);
}

/** Puts tasks of an old job into a new one, in one transaction, with links to the bytes that they have. */
async function startOver(
	context: JobContext,
	old: Row,
	tasks: readonly Row[],
	owner: Owner | undefined,
): Promise<string> {
	const jobId = randomUUID();
	const now = Date.now();
	try {
		const files = await linkFiles(context, jobId, tasks);
		await context.sql.tx(async (tx) => {
			// Deleted while its files were linked.
			const there = await tx.all('SELECT id FROM jobs WHERE id = $1', [text(old, 'id')]);
			if (there.length === 0) throw new NotFoundError('job');
			await tx.all(
				`INSERT INTO jobs (id, tag, webhook_url, expires_in, standalone, status, remaining, created_at)
				VALUES ($1, $2, $3, $4, $5, 'waiting', $6, $7)`,
				[
					jobId,
					textOrNull(old, 'tag'),
					textOrNull(old, 'webhook_url'),
					numberOrNull(old, 'expires_in'),
					number(old, 'standalone'),
					tasks.filter((task) => task.status !== 'finished').length,
					now,
				],
			);
			await ownJob(context, tx, jobId, owner);
			const ids = new Map(tasks.map((task) => [text(task, 'id'), randomUUID()]));
			for (const [position, task] of tasks.entries())
				await insertAgain(tx, task, {
					id: ids.get(text(task, 'id')) ?? '',
					jobId,
					position,
					parents: await parentsOf(tx, task),
					files: files.get(text(task, 'id')) ?? [],
					now,
				});
			for (const task of tasks)
				for (const parent of await parentsOf(tx, task)) {
					const parentId = text(parent, 'id');
					await insertEdge(tx, ids.get(parentId) ?? parentId, ids.get(text(task, 'id')) ?? '');
				}
			await recordEvents(tx, jobId, [
				...(old.standalone === 1 ? [] : [{ name: 'job.created' } as const]),
				...[...ids.values()].map((taskId) => ({ name: 'task.created', taskId }) as const),
			]);
			await context.queue.push(tx, await readyTasks(tx, jobId));
		});
	} catch (error) {
		await context.files.deleteScope(jobId);
		throw error;
	}
	context.changes.notify(jobId);
	return jobId;
}

function parentsOf(tx: Sql, task: Row): Promise<Row[]> {
	return tx.all(
		'SELECT tasks.id, tasks.status FROM edges JOIN tasks ON tasks.id = edges.parent WHERE child = $1',
		[text(task, 'id')],
	);
}

async function readyTasks(tx: Sql, jobId: string): Promise<string[]> {
	const rows = await tx.all(
		`SELECT id FROM tasks WHERE job_id = $1 AND status = 'waiting' AND waiting = 0
			AND operation <> 'import/upload'`,
		[jobId],
	);
	return rows.map((row) => text(row, 'id'));
}

async function insertAgain(
	tx: Sql,
	task: Row,
	place: {
		readonly id: string;
		readonly jobId: string;
		readonly position: number;
		readonly parents: readonly Row[];
		readonly files: readonly Row[];
		readonly now: number;
	},
): Promise<void> {
	const isDone = task.status === 'finished';
	const oldId = text(task, 'id');
	const operation = findOperation(text(task, 'operation'))?.name;
	await tx.all(
		`INSERT INTO tasks (id, job_id, position, name, operation, payload, warnings, queue, ignore_error, ignored,
			status, waiting, percent, credits, result, engine, engine_version, upload_token,
			retry_of_task_id, copy_of_task_id, created_at, started_at, ended_at)
		SELECT $1, $2, CAST($3 AS INTEGER), CAST($4 AS TEXT), operation, payload, warnings, queue, ignore_error,
			ignore_error, CAST($5 AS TEXT), CAST($6 AS INTEGER), CAST($7 AS INTEGER), CAST($8 AS INTEGER), result,
			engine, engine_version, CAST($9 AS TEXT), CAST($10 AS TEXT), CAST($11 AS TEXT), CAST($12 AS BIGINT),
			CAST($13 AS BIGINT), CAST($13 AS BIGINT)
		FROM tasks WHERE id = $14`,
		[
			place.id,
			place.jobId,
			place.position,
			textOrNull(task, 'name'),
			isDone ? 'finished' : 'waiting',
			place.parents.filter((parent) => parent.status !== 'finished').length,
			isDone ? 100 : 0,
			// Nothing was done for it.
			isDone ? 0 : null,
			isDone || operation === undefined ? null : uploadToken(operation),
			isDone ? null : oldId,
			isDone ? oldId : null,
			place.now,
			isDone ? place.now : null,
			oldId,
		],
	);
	for (const file of place.files)
		await tx.all(
			`INSERT INTO files (task_id, position, filename, blob, sha256, size, token, inline, dir)
			SELECT $1, position, filename, CAST($2 AS TEXT), sha256, size, CAST($3 AS TEXT), inline, dir
			FROM files WHERE task_id = $4 AND position = $5`,
			[
				place.id,
				text(file, 'blob'),
				file.token === null ? null : randomBytes(24).toString('base64url'),
				oldId,
				number(file, 'position'),
			],
		);
}
