import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { recordEvents } from '../events/record-events.ts';
import { cleanFilename } from '../files/clean-filename.ts';
import type { StoredFile } from '../files/file-store.ts';
import type { Sql } from '../store/sql.ts';
import { IdempotencyKeyReusedError } from './errors.ts';
import { type JobContext, queueOf, text } from './job.ts';
import type { NewJob, NewTask } from './validate-job.ts';

/** What became of a submission: the job, and whether it was there before. */
export interface Submission {
	readonly id: string;
	readonly replayed: boolean;
}

/**
 * Accepts a job: when this resolves it is on the disk, and it will end in a terminal state.
 * Its tasks start with the next `queue.wake()`. A known `idempotencyKey` gives the job of that key again unless that job failed.
 * @throws IdempotencyKeyReusedError
 */
export async function submitJob(
	context: JobContext,
	job: NewJob,
	idempotencyKey?: string,
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
				`INSERT INTO jobs (id, tag, status, remaining, idempotency_key, request_hash, created_at)
				VALUES ($1, $2, 'waiting', $3, $4, $5, $6)
				ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
				[id, job.tag, tasks.length, idempotencyKey ?? null, hash, now],
			);
			if (inserted.length === 0) return false;
			await insertTasks(tx, id, tasks, contents, now);
			await recordEvents(tx, id, [
				{ name: 'job.created' },
				...tasks.map((task) => ({ name: 'task.created', taskId: task.id }) as const),
			]);
			await context.queue.push(
				tx,
				tasks.filter(isReady).map((task) => task.id),
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
	return submitJob(context, job, idempotencyKey);
}

interface PlacedTask extends NewTask {
	readonly id: string;
}

interface Content extends StoredFile {
	readonly filename: string;
}

async function findByKey(sql: Sql, key: string, hash: string): Promise<string | undefined> {
	const [row] = await sql.all('SELECT id, request_hash FROM jobs WHERE idempotency_key = $1', [
		key,
	]);
	if (!row) return undefined;
	if (row.request_hash !== hash) throw new IdempotencyKeyReusedError();
	return text(row, 'id');
}

/** Texts of a request go to the file store, never into a row. */
async function storeContents(
	context: JobContext,
	jobId: string,
	tasks: readonly PlacedTask[],
): Promise<ReadonlyMap<string, Content>> {
	const contents = new Map<string, Content>();
	for (const { id, operation, params } of tasks) {
		const { file, filename } = params;
		if (typeof file !== 'string' || typeof filename !== 'string') continue;
		const bytes =
			operation === 'import/base64'
				? Buffer.from(file.replace(/^data:[^,]*,/, ''), 'base64')
				: Buffer.from(file, 'utf8');
		const stored = await context.files.put(jobId, bytes);
		contents.set(id, { ...stored, filename: cleanFilename(filename) ?? 'file' });
	}
	return contents;
}

function isReady(task: PlacedTask): boolean {
	return task.parents.length === 0 && task.operation !== 'import/upload';
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
		await tx.all(
			`INSERT INTO tasks (id, job_id, position, name, operation, payload, warnings, queue, status, waiting,
				ignored, upload_token, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10, $11, $12)`,
			[
				task.id,
				jobId,
				position,
				task.name,
				task.operation,
				JSON.stringify(withoutContent(task)),
				JSON.stringify(task.warnings),
				queueOf(task.operation),
				task.parents.length,
				task.ignoreError ? 1 : 0,
				task.operation === 'import/upload' ? randomBytes(24).toString('base64url') : null,
				now,
			],
		);
		const content = contents.get(task.id);
		if (content)
			await tx.all(
				`INSERT INTO files (task_id, position, filename, blob, sha256, size)
				VALUES ($1, 0, $2, $3, $4, $5)`,
				[task.id, content.filename, content.blob, content.sha256, content.size],
			);
	}
	for (const task of tasks)
		for (const parent of task.parents)
			await tx.all('INSERT INTO edges (parent, child) VALUES ($1, $2)', [
				ids.get(parent) ?? '',
				task.id,
			]);
}

function withoutContent({ operation, params }: NewTask): Readonly<Record<string, unknown>> {
	if (operation !== 'import/raw' && operation !== 'import/base64') return params;
	const { file: _, ...rest } = params;
	return rest;
}
