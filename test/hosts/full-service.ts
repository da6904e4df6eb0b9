import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service behind a door that says "too many requests" to its first visitors. */
export interface FullService {
	readonly url: string;
	/** How many requests it has turned away. */
	readonly refused: () => number;
	close(): Promise<void>;
}

/** Stands before a service, and turns away that many requests for a job, each with the time to come again. */
export async function startFullService(service: string, times: number): Promise<FullService> {
	let refused = 0;
	const server = createServer((incoming, outgoing) => {
		const { method, url, headers } = incoming;
		if (method === 'POST' && refused < times) {
			refused += 1;
			outgoing.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' });
			outgoing.end('{"message":"Too many jobs wait already.","code":"TOO_MANY_REQUESTS"}');
			return;
		}
		const onward = request(new URL(url ?? '', service), { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		incoming.pipe(onward);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address: AddressInfo | string | null = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
	return {
		url: `http://127.0.0.1:${address.port}`,
		refused: () => refused,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
