import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '../../../nodes/node-red/event-stream.ts';
import { fetchTransport } from '../../../nodes/node-red/fetch-transport.ts';
import { followEvents } from '../../../nodes/node-red/follow-events.ts';

type Answer = (response: ServerResponse) => void;

const stream = (text: string, then: Answer = (response) => response.end()) => {
	return (response: ServerResponse) => {
		response.writeHead(200, { 'Content-Type': 'text/event-stream' });
		response.write(text);
		then(response);
	};
};
const busy: Answer = (response) => response.writeHead(503).end('{}');
const cut: Answer = (response) => response.destroy();
let close = () => {};

afterEach(() => close());

/** Follows a server that gives these answers one after the other, until `count` events have come. */
async function follow(answers: Answer[], count: number, last?: string) {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		requests.push(request);
		(answers[requests.length - 1] ?? busy)(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	close = () => {
		server.closeAllConnections();
		server.close();
	};
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
	const controller = new AbortController();
	const pauses: number[] = [];
	const events: ServerEvent[] = [];
	await followEvents(
		{
			transport: fetchTransport(url, 'key'),
			sleep: async (milliseconds) => void pauses.push(milliseconds / 1000),
			signal: controller.signal,
		},
		{
			events: ['job.finished', 'job.failed'],
			tag: 'mine',
			last,
			onEvent: async (event) => {
				events.push(event);
				if (events.length === count) controller.abort();
			},
			onConnect: () => {},
			onLost: () => {},
		},
	);
	return { requests, pauses, events };
}

describe('followEvents', () => {
	it('asks for what is wanted, from where it was', async () => {
		const { requests } = await follow([stream('id: 8\n\n')], 1, '7');

		const { url = '', headers } = requests[0] ?? {};
		const { pathname, searchParams } = new URL(url, 'http://service');
		expect(pathname).toBe('/v2/events');
		expect(Object.fromEntries(searchParams)).toEqual({
			'filter[event]': 'job.finished,job.failed',
			'filter[tag]': 'mine',
		});
		expect(headers).toMatchObject({ 'last-event-id': '7', authorization: 'Bearer key' });
	});

	it('reads events that come in pieces, and signs of life between them', async () => {
		const pieces = stream('retry: 2000\nid: 1\n\nid: 2\nevent: job.fin', (response) =>
			response.end('ished\ndata: {"é":\ndata: 1}\n\n'),
		);

		const { events } = await follow([pieces], 2);

		expect(events).toEqual([
			{ id: '1', name: 'message', data: undefined },
			{ id: '2', name: 'job.finished', data: '{"é":\n1}' },
		]);
	});

	it('comes back after a loss, goes on where it was, and waits longer each time it is in vain', async () => {
		const answers = [
			stream('id: 1\n\n'),
			busy,
			busy,
			cut,
			stream('id: 2\n\n'),
			stream('id: 3\n\n'),
		];

		const { requests, pauses } = await follow(answers, 3);

		expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([
			undefined,
			'1',
			'1',
			'1',
			'1',
			'2',
		]);
		expect(pauses).toEqual([1, 2, 4, 8, 1]);
	});

	it('never waits longer than a minute', async () => {
		const { pauses } = await follow([...Array(8).fill(busy), stream('id: 1\n\n')], 1);

		expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
	});
});
