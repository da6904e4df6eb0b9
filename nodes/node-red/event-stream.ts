import type { ByteStream } from './held-file.ts';

/** What comes in a stream of `text/event-stream`; without `data` it only says how far the stream is. */
export interface ServerEvent {
	readonly id: string | undefined;
	readonly name: string;
	readonly data: string | undefined;
}

/** Reads a stream of events as it comes (HTML, 9.2.6). */
export async function* readEvents(stream: ByteStream): AsyncGenerator<ServerEvent> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const piece of stream) {
		text += decoder.decode(piece, { stream: true });
		const blocks = text.split(/\r?\n\r?\n/);
		text = blocks.pop() ?? '';
		for (const block of blocks) yield readEvent(block);
	}
}

function readEvent(block: string): ServerEvent {
	const lines = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line));
	const values = (name: string) =>
		lines.flatMap((match) => (match?.[1] === name ? [match[2] ?? ''] : []));
	const data = values('data');
	return {
		id: values('id').at(-1),
		name: values('event').at(-1) ?? 'message',
		data: data.length > 0 ? data.join('\n') : undefined,
	};
}
