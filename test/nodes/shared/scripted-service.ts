import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Connection, HttpAnswer } from '../../../nodes/shared/transport.ts';

/** A request as it came in. */
export interface Received {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

/** An answer to give; `undefined` breaks the connection off instead. */
export type Reply =
	| { readonly status: number; readonly headers?: Record<string, string>; readonly json?: unknown }
	| undefined;

/** A server that misbehaves as it is told, which the real service cannot be made to do. */
export class ScriptedService {
	readonly received: Received[] = [];
	readonly pauses: number[] = [];
	readonly #server = createServer((request, response) => void this.#answer(request, response));
	readonly #reply: (request: Received) => Reply;

	constructor(reply: (request: Received, service: ScriptedService) => Reply) {
		this.#reply = (request) => reply(request, this);
	}

	get url(): string {
		const address: AddressInfo | string | null = this.#server.address();
		if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
		return `http://127.0.0.1:${address.port}`;
	}

	/** The methods and paths of what came in. */
	get calls(): string[] {
		return this.received.map(({ method, path }) => `${method} ${path}`);
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	/** A host's connection by fetch, whose pauses are noted instead of waited for. */
	connection(signal?: AbortSignal): Connection<Buffer> {
		return {
			signal,
			sleep: async (milliseconds) => void this.pauses.push(milliseconds),
			transport: async ({ method, url, headers, json, stream, authenticate, ...rest }) => {
				const response = await fetch(new URL(url, this.url), {
					method,
					headers: { ...headers, ...(authenticate && { Authorization: 'Bearer key' }) },
					body: stream ? new Uint8Array(stream) : JSON.stringify(json),
					signal: rest.signal,
				});
				const known: HttpAnswer<Buffer> = {
					status: response.status,
					headers: Object.fromEntries(response.headers),
				};
				const text = await response.text();
				return { ...known, body: text.startsWith('{') ? JSON.parse(text) : text };
			},
		};
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url: path = '', headers } = request;
		const received = { method, path, headers, body: await buffer(request) };
		this.received.push(received);
		const reply = this.#reply(received);
		if (!reply) {
			response.destroy();
			return;
		}
		response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
		response.end(reply.json === undefined ? '' : JSON.stringify(reply.json));
	}
}
