import type { Workspace } from '../engines/handler.ts';
import { CancelledError, ServiceError, TaskSpaceError, TimeoutError } from '../errors.ts';
import { recordEvents } from '../events/record-events.ts';
import { watchSpace } from '../files/watch-space.ts';
import { createWorkspace, removeWorkspace } from '../files/workspace.ts';
import { ShutdownReason } from '../queue/task-queue.ts';
import { type Attempt, startAttempt } from './attempt.ts';
import type { JobContext } from './job.ts';
import { performTask } from './perform-task.ts';
import { failTask, finishTask, type TaskResult } from './settle.ts';

/** Runs a delivered task once and settles it; a delivery of a task that has ended is forgotten. */
export async function runTask(
	context: JobContext,
	taskId: string,
	cancelled: AbortSignal,
): Promise<void> {
	const attempt = await startAttempt(context, taskId);
	if (!attempt) return;
	context.changes.notify(attempt.jobId);

	const late = new AbortController();
	const timer = setTimeout(
		() => late.abort(new TimeoutError(attempt.timeout)),
		attempt.timeout * 1000,
	);
	const full = new AbortController();
	const signal = AbortSignal.any([cancelled, late.signal, full.signal]);
	// Its workspace is gone before a task ends: whoever sees the end finds nothing left.
	const end = await work(context, attempt, signal, full).finally(() => clearTimeout(timer));
	if ('result' in end && !signal.aborted) {
		await finishTask(context, { ...attempt, operation: attempt.operation.name }, end.result);
		return;
	}
	await settleFault(context, attempt, 'fault' in end ? end.fault : signal.reason);
}

type End = { readonly result: TaskResult } | { readonly fault: unknown };

async function work(
	context: JobContext,
	attempt: Attempt,
	signal: AbortSignal,
	full: AbortController,
): Promise<End> {
	const maxBytes = context.config.FILEMILL_MAX_TASK_SPACE;
	const done = new AbortController();
	let workspace: Workspace | undefined;
	const makeWorkspace = async () => {
		workspace = await createWorkspace(context.workFolder, `${attempt.id}-${attempt.attempt}`);
		void watchSpace([workspace.output, workspace.tmp], maxBytes, done.signal, () =>
			full.abort(new TaskSpaceError(maxBytes)),
		);
		return workspace;
	};
	try {
		return { result: await performTask(context, attempt, makeWorkspace, signal) };
	} catch (error) {
		return { fault: signal.aborted ? signal.reason : error };
	} finally {
		done.abort();
		await (workspace && removeWorkspace(workspace))?.catch((cause: unknown) =>
			context.log.error({ err: cause, task: attempt.id }, 'workspace left behind'),
		);
	}
}

async function settleFault(context: JobContext, attempt: Attempt, fault: unknown): Promise<void> {
	if (fault instanceof ShutdownReason) {
		await context.sql.tx(async (tx) => {
			const [row] = await tx.all(
				`UPDATE tasks SET status = 'queued'
				WHERE id = $1 AND attempt = $2 AND status = 'processing' RETURNING id`,
				[attempt.id, attempt.attempt],
			);
			if (row)
				await recordEvents(tx, attempt.jobId, [{ name: 'task.updated', taskId: attempt.id }]);
		});
		return;
	}
	const known = fault instanceof ServiceError;
	if (!(fault instanceof CancelledError)) {
		const about = { task: attempt.id, job: attempt.jobId, operation: attempt.operation.name };
		context.log[known ? 'info' : 'error']({ err: fault, ...about }, 'task failed');
	}
	const message = known ? fault.message : 'The service failed at this task. Its log says why.';
	const code = known ? fault.code : 'INTERNAL';
	await failTask(context, attempt.id, { code, message }, attempt.attempt);
}
