import type { Sql } from '../store/sql.ts';

/** Runs one delivered task; resolves when it is settled, and never rejects. */
export type RunTask = (taskId: string, signal: AbortSignal) => Promise<void>;

/** Why a running task is told to stop although nobody cancelled it: the service ends and the task goes back. */
export class ShutdownReason extends Error {
	override readonly name = 'ShutdownReason';
}

/** Hands tasks that are ready to workers, at least once each. */
export interface TaskQueue {
	/** Enqueues tasks inside the transaction that makes them ready, so that "ready" and "queued" cannot disagree. */
	push(tx: Sql, taskIds: readonly string[]): Promise<void>;
	/** Says that pushed tasks have been committed. */
	wake(): void;
	/** Aborts the tasks where they run, with `reason`. */
	cancel(taskIds: readonly string[], reason: Error): Promise<void>;
	/** Takes tasks of one class as long as there are free slots; the function returned stops that and waits for the last. */
	work(queue: string, slots: number, run: RunTask): (graceMs: number) => Promise<void>;
}
