import { type AnyOperation, findOperation, z } from '@filemill/operations';
import { recordEvents } from '../events/record-events.ts';
import { type JobContext, number, text } from './job.ts';
import { startJob } from './settle.ts';

/** One try at a task. Its number is the fence: only the result of the latest attempt is accepted. */
export interface Attempt {
	readonly id: string;
	readonly jobId: string;
	readonly operation: AnyOperation;
	/** The task's parameters as they were accepted, defaults filled in. */
	readonly params: Readonly<Record<string, unknown>>;
	/** Seconds it may run. */
	readonly timeout: number;
	readonly attempt: number;
	readonly warnings: readonly string[];
	readonly startedAt: number;
}

const payload = z.looseObject({ timeout: z.number() });
const sentences = z.array(z.string());

/** Claims a delivered task; undefined when it has ended, been claimed by nobody's doing, or is gone. */
export async function startAttempt(
	context: JobContext,
	taskId: string,
): Promise<Attempt | undefined> {
	const now = Date.now();
	const row = await context.sql.tx(async (tx) => {
		const [task] = await tx.all(
			`UPDATE tasks SET status = 'processing', attempt = attempt + 1, percent = 0,
				started_at = COALESCE(started_at, $1)
			WHERE id = $2 AND status IN ('queued', 'processing') RETURNING *`,
			[now, taskId],
		);
		if (!task) return undefined;
		const jobId = text(task, 'job_id');
		const started = await startJob(tx, jobId, now);
		await recordEvents(tx, jobId, [...started, { name: 'task.updated', taskId }]);
		return task;
	});
	const operation = row && findOperation(text(row, 'operation'));
	if (!operation) return undefined;
	const params = payload.parse(JSON.parse(text(row, 'payload')));
	return {
		id: taskId,
		jobId: text(row, 'job_id'),
		operation,
		params,
		timeout: params.timeout,
		attempt: number(row, 'attempt'),
		warnings: sentences.parse(JSON.parse(text(row, 'warnings'))),
		startedAt: now,
	};
}
