import { type AnyOperation, findOperation, type OperationName, z } from '@filemill/operations';
import type { InputFile, TaskContext, Workspace } from '../engines/handler.ts';
import { CancelledError, ServiceError, TimeoutError } from '../errors.ts';
import { createWorkspace, removeWorkspace } from '../files/workspace.ts';
import { ShutdownReason } from '../queue/task-queue.ts';
import type { Row } from '../store/sql.ts';
import { exportUrl } from './exports/export-url.ts';
import { importUrl } from './imports/import-url.ts';
import { type JobContext, number, text } from './job.ts';
import { failTask, finishTask, type ResultFile, type TaskResult } from './settle.ts';

interface Attempt {
	readonly id: string;
	readonly jobId: string;
	readonly name: string;
	readonly operation: AnyOperation;
	readonly payload: string;
	readonly attempt: number;
	readonly warnings: readonly string[];
	readonly startedAt: number;
}

/** Runs a delivered task once and settles it; a delivery of a task that has ended is forgotten. */
export async function runTask(
	context: JobContext,
	taskId: string,
	cancelled: AbortSignal,
): Promise<void> {
	const attempt = await startAttempt(context, taskId);
	if (!attempt) return;
	context.changes.notify(attempt.jobId);

	const { timeout } = z.object({ timeout: z.number() }).parse(JSON.parse(attempt.payload));
	const abort = new AbortController();
	const timer = setTimeout(() => abort.abort(new TimeoutError(timeout)), timeout * 1000);
	const signal = AbortSignal.any([cancelled, abort.signal]);
	const workspace = await createWorkspace(context.workFolder, `${attempt.id}-${attempt.attempt}`);
	try {
		const result = await perform(context, attempt, workspace, signal);
		signal.throwIfAborted();
		await finishTask(context, { ...attempt, operation: attempt.operation.name }, result);
	} catch (error) {
		await settleFault(context, attempt, signal.aborted ? signal.reason : error);
	} finally {
		clearTimeout(timer);
		await removeWorkspace(workspace);
	}
}

async function startAttempt(context: JobContext, taskId: string): Promise<Attempt | undefined> {
	const now = Date.now();
	const row = await context.sql.tx(async (tx) => {
		const [task] = await tx.all(
			`UPDATE tasks SET status = 'processing', attempt = attempt + 1, percent = 0,
				started_at = COALESCE(started_at, $1)
			WHERE id = $2 AND status IN ('queued', 'processing') RETURNING *`,
			[now, taskId],
		);
		if (task)
			await tx.all(
				`UPDATE jobs SET status = 'processing', started_at = COALESCE(started_at, $1)
				WHERE id = $2 AND status IN ('waiting', 'processing')`,
				[now, text(task, 'job_id')],
			);
		return task;
	});
	const operation = row && findOperation(text(row, 'operation'));
	if (!operation) return undefined;
	return {
		id: taskId,
		jobId: text(row, 'job_id'),
		name: text(row, 'name'),
		operation,
		payload: text(row, 'payload'),
		attempt: number(row, 'attempt'),
		warnings: z.array(z.string()).parse(JSON.parse(text(row, 'warnings'))),
		startedAt: now,
	};
}

async function perform(
	context: JobContext,
	attempt: Attempt,
	workspace: Workspace,
	signal: AbortSignal,
): Promise<TaskResult> {
	const { operation } = attempt;
	const progress = progressWriter(context, attempt);
	const params: unknown = JSON.parse(attempt.payload);
	switch (operation.name) {
		case 'import/raw':
		case 'import/base64':
			// Its file was stored when the job was accepted.
			return { files: [] };
		case 'import/upload':
			throw new TypeError('An upload is settled by the request that brings it.');
		case 'import/url': {
			const file = await importUrl(operation.params.parse(params), {
				network: context.network,
				directory: workspace.output,
				maxBytes: context.config.FILEMILL_MAX_FILE,
				signal,
				progress,
			});
			const stored = await context.files.adopt(attempt.jobId, file.path);
			return { files: [{ ...stored, filename: file.filename }] };
		}
		case 'export/url': {
			const files = await inputFiles(context, attempt);
			return exportUrl(operation.params.parse(params), {
				context,
				scope: attempt.jobId,
				files,
				workspace,
			});
		}
		default:
			return process(context, attempt, operation.name, workspace, signal, progress);
	}
}

async function process(
	context: JobContext,
	attempt: Attempt,
	name: OperationName,
	workspace: Workspace,
	signal: AbortSignal,
	progress: (percent: number) => void,
): Promise<TaskResult> {
	const warnings = [...attempt.warnings];
	const task: TaskContext = {
		inputs: await placeInputs(context, attempt, workspace),
		workspace,
		signal,
		progress,
		warn: (message) => {
			if (!warnings.includes(message)) warnings.push(message);
		},
	};
	const outcome = await context.engines.execute(name, JSON.parse(attempt.payload), task);
	signal.throwIfAborted();
	const files: ResultFile[] = [];
	for (const file of outcome.files) {
		const stored = await context.files.adopt(attempt.jobId, file.path);
		files.push({ ...stored, filename: file.filename });
	}
	return {
		files,
		facts: warnings.length > 0 ? { ...outcome.facts, warnings } : outcome.facts,
		engine: outcome.engine,
		engineVersion: outcome.engineVersion,
	};
}

/** The files of the tasks named in `input`, in that order. */
async function inputFiles(
	context: JobContext,
	attempt: Attempt,
): Promise<readonly (ResultFile & { readonly task: string })[]> {
	const { input } = z
		.object({ input: z.union([z.string(), z.array(z.string())]) })
		.parse(JSON.parse(attempt.payload));
	const rows = await context.sql.all(
		`SELECT tasks.name AS task, files.* FROM files JOIN tasks ON tasks.id = files.task_id
		WHERE tasks.job_id = $1 ORDER BY files.task_id, files.position`,
		[attempt.jobId],
	);
	return [input]
		.flat()
		.flatMap((name) => rows.filter((row) => row.task === name))
		.map((row) => ({ ...fileOf(row), task: text(row, 'task') }));
}

function fileOf(row: Row): ResultFile {
	return {
		filename: text(row, 'filename'),
		blob: text(row, 'blob'),
		sha256: text(row, 'sha256'),
		size: number(row, 'size'),
	};
}

async function placeInputs(
	context: JobContext,
	attempt: Attempt,
	workspace: Workspace,
): Promise<InputFile[]> {
	const inputs: InputFile[] = [];
	const placed = new Map<string, string>();
	for (const file of await inputFiles(context, attempt)) {
		const path = `${workspace.input}/${file.task}/${file.filename}`;
		// A task may be named twice in `input`; its files are there once.
		if (placed.get(path) !== file.blob) {
			// Without a sandbox an engine could write through a link into the store.
			await context.files.place(file.blob, path, {
				writable: !context.engines.isolation.sandboxed,
			});
			placed.set(path, file.blob);
		}
		inputs.push({ task: file.task, filename: file.filename, path, size: file.size });
	}
	return inputs;
}

/** Writes percent at most once a second, and only for the current attempt. */
function progressWriter(context: JobContext, attempt: Attempt): (percent: number) => void {
	let last = Date.now();
	return (percent) => {
		if (Date.now() - last < 1000) return;
		last = Date.now();
		const value = Math.max(0, Math.min(99, Math.round(percent)));
		context.sql
			.all(
				`UPDATE tasks SET percent = $1 WHERE id = $2 AND attempt = $3 AND status = 'processing'`,
				[value, attempt.id, attempt.attempt],
			)
			.then(() => context.changes.notify(attempt.jobId))
			.catch((cause) =>
				context.log.warn({ err: cause, task: attempt.id }, 'progress was not kept'),
			);
	};
}

async function settleFault(context: JobContext, attempt: Attempt, fault: unknown): Promise<void> {
	if (fault instanceof ShutdownReason) {
		await context.sql.all(
			"UPDATE tasks SET status = 'queued' WHERE id = $1 AND attempt = $2 AND status = 'processing'",
			[attempt.id, attempt.attempt],
		);
		return;
	}
	const known = fault instanceof ServiceError;
	if (!(fault instanceof CancelledError))
		context.log[known ? 'info' : 'error'](
			{ err: fault, task: attempt.id, job: attempt.jobId, operation: attempt.operation.name },
			'task failed',
		);
	const told = known
		? fault
		: { code: 'INTERNAL', message: 'The service failed at this task. Its log says why.' };
	await failTask(context, attempt.id, { code: told.code, message: told.message }, attempt.attempt);
}
