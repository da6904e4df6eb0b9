import type { JobAnswer, TaskAnswer } from './client.ts';
import type { TestService } from './start-service.ts';

/** An event of a stream, as a reader of `text/event-stream` sees it. */
export interface StreamedEvent {
	readonly id: number;
	readonly name: string;
	readonly data: { readonly event: string; readonly job?: JobAnswer; readonly task?: TaskAnswer };
}

/** A stream that is open. */
export interface OpenStream {
	readonly status: number;
	readonly headers: Headers;
	/** All that has come, as it came. */
	text(): string;
	events(): StreamedEvent[];
	/** Resolves when `condition` holds, and rejects when the stream ends before. */
	until(condition: (events: StreamedEvent[], text: string) => boolean): Promise<StreamedEvent[]>;
	/** Resolves with all events when the stream has ended well, and rejects when it was cut. */
	end(): Promise<StreamedEvent[]>;
	close(): void;
}

/** Opens a stream of events and reads it as it comes. */
export async function openStream(
	service: Pick<TestService, 'url' | 'apiKey'>,
	path: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
	const abort = new AbortController();
	const response = await fetch(new URL(path, service.url), {
		headers: { Authorization: `Bearer ${service.apiKey}`, ...headers },
		signal: abort.signal,
	});
	let text = '';
	let onText = () => {};
	const decoder = new TextDecoder();
	const read = async () => {
		for await (const chunk of response.body ?? []) {
			text += decoder.decode(chunk, { stream: true });
			onText();
		}
	};
	const ended = read();
	// Whoever waits for the end hears of it; a stream that was closed on purpose has nobody.
	ended.catch(() => undefined);
	return {
		status: response.status,
		headers: response.headers,
		text: () => text,
		events: () => parse(text),
		async until(condition) {
			const met = new Promise<void>((resolve) => {
				onText = () => condition(parse(text), text) && resolve();
			});
			onText();
			await Promise.race([met, ended.then(() => met)]);
			return parse(text);
		},
		async end() {
			await ended;
			return parse(text);
		},
		close: () => abort.abort(),
	};
}

/** Blocks with data are events; those without only move the number (HTML, 9.2.6). */
function parse(text: string): StreamedEvent[] {
	return text
		.split('\n\n')
		.slice(0, -1)
		.map((block) => new Map(block.split('\n').map((line) => split(line))))
		.filter((fields) => fields.has('data'))
		.map((fields) => ({
			id: Number(fields.get('id')),
			name: fields.get('event') ?? '',
			data: JSON.parse(fields.get('data') ?? ''),
		}));
}

function split(line: string): [string, string] {
	const colon = line.indexOf(': ');
	return [line.slice(0, colon), line.slice(colon + 2)];
}
