import { serviceRequest } from '../shared/jobs.ts';
import { request } from '../shared/request.ts';
import type { Connection } from '../shared/transport.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import type { ByteStream } from './held-file.ts';

const longestPause = 60;

/** Which events to follow, from where on, and who hears of them. */
export interface Following {
	readonly events: readonly string[];
	/** Only of jobs with this tag; of all when empty. */
	readonly tag: string;
	/** The number after which to go on; undefined for what happens from now on. */
	readonly last: string | undefined;
	/** Called for each event, and for each sign of how far the stream is; the next waits for it. */
	readonly onEvent: (event: ServerEvent) => Promise<void>;
	readonly onConnect: () => void;
	/** Called when there is no connection: why, and in how many seconds the next try is. */
	readonly onLost: (cause: unknown, seconds: number) => void;
}

/**
 * Follows the events of the service until the connection's signal aborts. After a loss it comes back, with pauses of 1
 * to 60 seconds, and goes on where it was.
 */
export async function followEvents(
	connection: Connection<ByteStream>,
	{ events, tag, last, onEvent, onConnect, onLost }: Following,
): Promise<void> {
	const { sleep, signal } = connection;
	const query = new URLSearchParams({
		'filter[event]': events.join(),
		...(tag && { 'filter[tag]': tag }),
	});
	let reached = last;
	for (let pause = 1; !signal?.aborted; pause = Math.min(pause * 2, longestPause)) {
		let lost: unknown;
		try {
			const { stream } = await request(
				connection,
				streamRequest(`/v2/events?${query}`, reached),
				1,
			);
			onConnect();
			pause = 1;
			for await (const event of stream ? readEvents(stream) : []) {
				await onEvent(event);
				reached = event.id ?? reached;
			}
		} catch (cause) {
			lost = cause;
		}
		if (signal?.aborted) return;
		onLost(lost, pause);
		await sleep(pause * 1000, signal);
	}
}

function streamRequest(url: string, last: string | undefined) {
	return {
		...serviceRequest('GET', url),
		headers: { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) },
		responseType: 'stream',
		// It ends when the service stops; what is silent for longer than fetch bears is broken off by it.
		timeoutMs: undefined,
	} as const;
}
