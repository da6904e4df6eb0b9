import type { Sql } from '../store/sql.ts';
import { type RunTask, ShutdownReason, type TaskQueue } from './task-queue.ts';

/** The embedded queue: the tasks table itself, consumed by the one process that owns the data folder. */
export function createLocalQueue(sql: Sql, onFault: (fault: unknown) => void): TaskQueue {
	const workers: Worker[] = [];
	return {
		async push(tx, taskIds) {
			for (const id of taskIds)
				await tx.all("UPDATE tasks SET status = 'queued' WHERE id = $1 AND status = 'waiting'", [
					id,
				]);
		},
		wake() {
			for (const worker of workers) worker.wake();
		},
		async cancel(taskIds, reason) {
			for (const worker of workers) for (const id of taskIds) worker.cancel(id, reason);
		},
		work(queue, slots, run) {
			const worker = new Worker(sql, queue, slots, run, onFault);
			workers.push(worker);
			worker.wake();
			return (graceMs) => worker.stop(graceMs);
		},
	};
}

class Worker {
	readonly #sql: Sql;
	readonly #queue: string;
	readonly #slots: number;
	readonly #run: RunTask;
	readonly #onFault: (fault: unknown) => void;
	readonly #running = new Map<string, { abort: AbortController; done: Promise<void> }>();
	#stopped = false;
	#looking = false;
	#lookAgain = false;

	constructor(
		sql: Sql,
		queue: string,
		slots: number,
		run: RunTask,
		onFault: (fault: unknown) => void,
	) {
		this.#sql = sql;
		this.#queue = queue;
		this.#slots = slots;
		this.#run = run;
		this.#onFault = onFault;
	}

	wake(): void {
		this.#lookAgain = true;
		if (this.#looking || this.#stopped) return;
		this.#looking = true;
		this.#look().catch(this.#onFault);
	}

	cancel(id: string, reason: Error): void {
		this.#running.get(id)?.abort.abort(reason);
	}

	/** Lets running tasks finish for `graceMs`, then aborts them and waits until they have let go. */
	async stop(graceMs: number): Promise<void> {
		this.#stopped = true;
		const all = Promise.all([...this.#running.values()].map((task) => task.done));
		const timer = setTimeout(() => {
			for (const task of this.#running.values()) task.abort.abort(new ShutdownReason());
		}, graceMs);
		await all;
		clearTimeout(timer);
	}

	async #look(): Promise<void> {
		try {
			while (this.#lookAgain && !this.#stopped) {
				this.#lookAgain = false;
				const free = this.#slots - this.#running.size;
				if (free <= 0) return;
				const rows = await this.#sql.all(
					`SELECT id FROM tasks WHERE status = 'queued' AND queue = $1
					ORDER BY created_at, position LIMIT $2`,
					[this.#queue, this.#slots + free],
				);
				const ids = rows.map((row) => String(row.id)).filter((id) => !this.#running.has(id));
				if (!this.#stopped) for (const id of ids.slice(0, free)) this.#start(id);
			}
		} finally {
			// At once after the last question for `lookAgain`: later, a wake in between would be lost.
			this.#looking = false;
		}
	}

	#start(id: string): void {
		const abort = new AbortController();
		const done = this.#run(id, abort.signal)
			.catch(this.#onFault)
			.then(() => {
				this.#running.delete(id);
				this.wake();
			});
		this.#running.set(id, { abort, done });
	}
}
