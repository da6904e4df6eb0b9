import type { JobContext } from '../jobs/job.ts';
import { type EventBatch, type EventFilter, readEvents } from './read-events.ts';

/** A reader that gives all who ask for the same events at the same moment the same text, read and written once. */
export type EventReader = (filter: EventFilter, after: number) => Promise<EventText>;

/** The next events in the form of `text/event-stream`; blank when there are none yet. */
export interface EventText extends Omit<EventBatch, 'events'> {
	readonly text: string;
}

export function createEventReader(context: JobContext, baseUrl: () => string): EventReader {
	const reading = new Map<string, Promise<EventText>>();
	return (filter, after) => {
		const key = JSON.stringify([filter, after]);
		const shared = reading.get(key);
		if (shared) return shared;
		const text = readEvents(context, filter, after, baseUrl())
			.then(({ events, ...rest }) => ({ ...rest, text: events.map(frame).join('') }))
			.finally(() => reading.delete(key));
		reading.set(key, text);
		return text;
	};
}

/** Milliseconds after which a client that has lost its stream comes back. */
const retry = 2000;

/**
 * The events after a number, then each as it happens, in the form of `text/event-stream`. Reads when something has
 * changed and the last text has been taken, never otherwise. Ends after the last event of a job, and when `signal` aborts.
 */
export async function* streamEvents(
	context: JobContext,
	read: EventReader,
	filter: EventFilter,
	options: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<string> {
	const { signal } = options;
	let last = options.after;
	let changed = false;
	let wake = () => {};
	const onChange = () => {
		changed = true;
		wake();
	};
	const unsubscribe = context.changes.subscribe(filter.jobId, onChange);
	signal.addEventListener('abort', onChange);
	try {
		yield `retry: ${retry}\n${beat(last)}`;
		while (!signal.aborted) {
			changed = false;
			const batch = await read(filter, last);
			last = batch.last;
			if (batch.text) yield batch.text;
			if (batch.ended) return;
			if (batch.more || changed) continue;
			const { promise, resolve } = Promise.withResolvers<void>();
			wake = resolve;
			const timer = setTimeout(resolve, context.config.FILEMILL_HEARTBEAT * 1000);
			await promise;
			clearTimeout(timer);
			if (!changed) yield beat(last);
		}
	} finally {
		unsubscribe();
		signal.removeEventListener('abort', onChange);
	}
}

function frame({ id, name, data }: EventBatch['events'][number]): string {
	return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life that is no event, but moves the number that a client comes back with. */
function beat(last: number): string {
	return `id: ${last}\n\n`;
}
