import { randomBytes } from 'node:crypto';
import type { OperationName } from '@filemill/operations';
import { cleanFilename } from '../files/clean-filename.ts';
import type { StoredFile } from '../files/file-store.ts';
import type { Sql } from '../store/sql.ts';
import { type JobContext, queueOf } from './job.ts';
import type { NewTask } from './validate-task.ts';

/** A task on its way into the store. */
export interface PlacedTask extends NewTask {
	readonly id: string;
}

/** The file of a task whose request brought its content. */
export interface Content extends StoredFile {
	readonly filename: string;
}

/** Puts texts of a request into the file store, never into a row; gives them by task id. */
export async function storeContents(
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

/** Adds the row of a task; `name` is null for one outside of any job, `waiting` counts the inputs that are still to come. */
export async function insertTask(
	tx: Sql,
	task: PlacedTask,
	place: {
		readonly jobId: string;
		readonly position: number;
		readonly name: string | null;
		readonly waiting: number;
		readonly now: number;
	},
	content?: Content,
): Promise<void> {
	await tx.all(
		`INSERT INTO tasks (id, job_id, position, name, operation, payload, warnings, queue, status, waiting,
			ignore_error, ignored, upload_token, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10, $10, $11, $12)`,
		[
			task.id,
			place.jobId,
			place.position,
			place.name,
			task.operation,
			JSON.stringify(withoutContent(task)),
			JSON.stringify(task.warnings.map(({ message }) => message)),
			queueOf(task.operation),
			place.waiting,
			task.ignoreError ? 1 : 0,
			uploadToken(task.operation),
			place.now,
		],
	);
	if (content)
		await tx.all(
			`INSERT INTO files (task_id, position, filename, blob, sha256, size)
			VALUES ($1, 0, $2, $3, $4, $5)`,
			[task.id, content.filename, content.blob, content.sha256, content.size],
		);
}

/** What nobody can guess of the address that a file is sent to. */
export function uploadToken(operation: OperationName): string | null {
	return operation === 'import/upload' ? randomBytes(24).toString('base64url') : null;
}

/** Lets a task wait for another. */
export async function insertEdge(tx: Sql, parent: string, child: string): Promise<void> {
	await tx.all('INSERT INTO edges (parent, child) VALUES ($1, $2)', [parent, child]);
}

/** Whether a task can start while so many of its inputs are still to come; an upload starts with its file. */
export function isReady(task: PlacedTask, waiting: number): boolean {
	return waiting === 0 && task.operation !== 'import/upload';
}

function withoutContent({ operation, params }: NewTask): Readonly<Record<string, unknown>> {
	if (operation !== 'import/raw' && operation !== 'import/base64') return params;
	const { file: _, ...rest } = params;
	return rest;
}
