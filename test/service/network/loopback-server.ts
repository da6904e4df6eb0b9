import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

/** A web server on this machine that remembers what it was asked. */
export interface LoopbackServer {
	readonly port: number;
	readonly url: string;
	readonly requests: readonly IncomingMessage[];
	close(): Promise<void>;
}

/** Starts a web server on a loopback address. */
export async function serve(
	answer: RequestListener,
	{ host = '127.0.0.1', port = 0 } = {},
): Promise<LoopbackServer> {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		requests.push(request);
		answer(request, response);
	});
	const { address, port: actual } = await listen(server, port, host);
	const shown = address.includes(':') ? `[${address}]` : address;
	return { port: actual, url: `http://${shown}:${actual}`, requests, close: () => close(server) };
}

/** Lets a server listen, and answers where. */
export async function listen(
	server: TcpServer,
	port = 0,
	host = '127.0.0.1',
): Promise<AddressInfo> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('not a TCP server');
	return address;
}

function close(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve, reject) =>
		server.close((error) => (error ? reject(error) : resolve())),
	);
}
