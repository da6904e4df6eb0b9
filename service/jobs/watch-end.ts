import { type JobContext, text } from './job.ts';

/**
 * Resolves when a job or task has ended, is gone, or `signal` aborts. However many wait for the same one, it is looked
 * at once for each of its changes, and never in between.
 */
export type WatchEnd = (kind: 'jobs' | 'tasks', id: string, signal: AbortSignal) => Promise<void>;

interface Watched {
	readonly waiting: Set<() => void>;
	stop(): void;
}

export function createWatchEnd(context: JobContext): WatchEnd {
	const all = new Map<string, Watched>();

	function start(kind: 'jobs' | 'tasks', id: string, jobId: string): Watched {
		let looking = Promise.resolve();
		const waiting = new Set<() => void>();
		const release = () => {
			for (const resolve of waiting) resolve();
		};
		const look = () => {
			looking = looking
				.then(async () => {
					const [row] = await context.sql.all(`SELECT ended_at FROM ${kind} WHERE id = $1`, [id]);
					if (row?.ended_at !== null) release();
				})
				// The read that comes after says what is wrong.
				.catch(release);
		};
		// Subscribed before the first look, so that an end between the two is not missed.
		const stop = context.changes.subscribe(jobId, look);
		look();
		return { waiting, stop };
	}

	return async (kind, id, signal) => {
		const jobId = kind === 'jobs' ? id : await jobOf(context, id);
		if (jobId === undefined || signal.aborted) return;
		const key = `${kind} ${id}`;
		const watched = all.get(key) ?? start(kind, id, jobId);
		all.set(key, watched);
		const { promise, resolve } = Promise.withResolvers<void>();
		watched.waiting.add(resolve);
		signal.addEventListener('abort', () => resolve(), { once: true });
		await promise;
		watched.waiting.delete(resolve);
		if (watched.waiting.size > 0) return;
		watched.stop();
		if (all.get(key) === watched) all.delete(key);
	};
}

async function jobOf(context: JobContext, task: string): Promise<string | undefined> {
	const [row] = await context.sql.all('SELECT job_id FROM tasks WHERE id = $1', [task]);
	return row && text(row, 'job_id');
}
