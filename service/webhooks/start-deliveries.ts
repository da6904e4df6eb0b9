import { type JobContext, numberOrNull, text } from '../jobs/job.ts';
import type { Row } from '../store/sql.ts';
import { attemptDelivery } from './attempt-delivery.ts';

/** Calls at the same time, and of these to one address: a slow receiver does not hold up the others. */
const slots = 32;
const slotsOfOne = 4;
/** A timer holds no longer time; it is set again then. */
const longestTimer = 2 ** 31 - 1;

/**
 * Makes the deliveries that are kept in the store, those of an earlier run included, each when it is due: looks when
 * something has changed, when a call has ended, and when the next is due. Of a job, an address hears one event after
 * the other. The function returned stops it; a call that is cut off is made again at the next start.
 */
export function startDeliveries(
	context: JobContext,
	options: { readonly baseUrl: () => string; readonly secret: string },
): () => Promise<void> {
	const stopping = new AbortController();
	const running = new Map<string, Promise<void>>();
	let timer: NodeJS.Timeout | undefined;
	let looking = Promise.resolve();
	let isLooking = false;
	let lookAgain = false;

	function wake(): void {
		lookAgain = true;
		if (isLooking || stopping.signal.aborted) return;
		isLooking = true;
		looking = look().catch((cause: unknown) =>
			context.log.error({ err: cause }, 'webhooks not looked for'),
		);
	}

	async function look(): Promise<void> {
		try {
			while (lookAgain && !stopping.signal.aborted) {
				lookAgain = false;
				// One moment for both, so that nothing falls due in between.
				const now = Date.now();
				for (const row of await dueDeliveries(context, now)) start(row);
				setTimer(now, await nextDue(context, now));
			}
		} finally {
			// At once after the last question for `lookAgain`: later, a wake in between would be lost.
			isLooking = false;
		}
	}

	function setTimer(now: number, due: number | null): void {
		clearTimeout(timer);
		if (due !== null && !stopping.signal.aborted)
			timer = setTimeout(wake, Math.min(due - now, longestTimer));
	}

	function start(row: Row): void {
		const id = text(row, 'id');
		if (running.size >= slots || running.has(id) || stopping.signal.aborted) return;
		const done = attemptDelivery(context, row, { ...options, signal: stopping.signal })
			.catch((cause: unknown) => {
				if (!stopping.signal.aborted)
					context.log.error({ err: cause, delivery: id }, 'webhook delivery failed');
			})
			.finally(() => {
				running.delete(id);
				wake();
			});
		running.set(id, done);
	}

	const unsubscribe = context.changes.subscribe(undefined, wake);
	wake();
	return async () => {
		stopping.abort();
		unsubscribe();
		await looking;
		clearTimeout(timer);
		await Promise.all(running.values());
	};
}

/** Those that run are among them, which keeps the number of calls to one address. */
function dueDeliveries({ sql }: JobContext, now: number): Promise<Row[]> {
	return sql.all(
		`SELECT * FROM (
			SELECT one.*, ROW_NUMBER() OVER (PARTITION BY url ORDER BY due_at, event_position) AS place
			FROM deliveries AS one
			WHERE status = 'waiting' AND due_at <= $1 AND NOT EXISTS (
				SELECT 1 FROM deliveries AS earlier WHERE earlier.job_id = one.job_id AND earlier.url = one.url
					AND earlier.status = 'waiting' AND earlier.event_position < one.event_position)
		) AS due WHERE place <= $2 ORDER BY due_at, event_position LIMIT $3`,
		[now, slotsOfOne, 2 * slots],
	);
}

async function nextDue({ sql }: JobContext, now: number): Promise<number | null> {
	const [row] = await sql.all(
		"SELECT MIN(due_at) AS due_at FROM deliveries WHERE status = 'waiting' AND due_at > $1",
		[now],
	);
	return row ? numberOrNull(row, 'due_at') : null;
}
