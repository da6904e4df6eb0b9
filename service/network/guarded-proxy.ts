import { mkdir, open, rm } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import type { ServiceError } from '../errors.ts';
import {
	checkedAddresses,
	type HostAddress,
	type Resolve,
	systemResolve,
} from './address-guard.ts';
import { parseAllowList } from './allow-list.ts';
import { describeFailure } from './describe-failure.ts';
import { isHopByHop } from './request-headers.ts';

/**
 * A way to the web for a program that has no network of its own: an HTTP proxy on a Unix socket, which resolves each
 * host once, checks its addresses, and dials what it checked.
 */
export interface GuardedProxy {
	/** The folder that holds nothing but its socket. */
	readonly folder: string;
	/** Why a host ("files.example:443") was last not reached; undefined where it was, or nobody asked for it. */
	failureOf(host: string): ServiceError | undefined;
	close(): Promise<void>;
}

export const proxySocket = 'proxy.sock';

const connectTimeout = 10_000;
const idleTimeout = 120_000;
const kept = 1000;

/**
 * Opens a proxy whose socket lies in a folder of its own.
 * @throws AllowListError
 */
export async function openGuardedProxy(
	folder: string,
	{ allow, resolve = systemResolve }: { allow: readonly string[]; resolve?: Resolve },
): Promise<GuardedProxy> {
	const guard = { rules: parseAllowList(allow), resolve };
	const failures = new Map<string, ServiceError>();
	const sockets = new Set<Socket>();
	const agent = new Agent({ keepAlive: true });

	const server = createServer(forward);
	server.on('connect', tunnel);
	server.on('connection', hold);
	server.maxConnections = 1024;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	// The path of a socket has at most 107 bytes; that of the folder may have more.
	const handle = await open(folder);
	await rm(path.join(folder, proxySocket), { force: true });
	await new Promise<void>((done, fail) => {
		server.once('error', fail);
		server.listen(`/proc/self/fd/${handle.fd}/${proxySocket}`, done);
	});

	return {
		folder,
		failureOf: (host) => failures.get(host),
		close: async () => {
			const closed = new Promise((done) => server.close(done));
			for (const socket of sockets) socket.destroy();
			await closed;
			await handle.close();
		},
	};

	async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
		const url = URL.parse(asked.url ?? '');
		if (url?.protocol !== 'http:') return void answer.destroy();
		const port = Number(url.port) || 80;
		const host = withoutBrackets(url.hostname);
		try {
			const lookup = await check(host, port);
			const sent = request({
				...{ host, port, lookup, method: asked.method, path: url.pathname + url.search },
				headers: endToEnd(asked.rawHeaders),
				agent,
				timeout: idleTimeout,
			});
			sent.on('timeout', () => sent.destroy());
			sent.on('socket', (socket) => hold(socket));
			sent.on('response', (got) => {
				answer.writeHead(got.statusCode ?? 502, got.statusMessage, endToEnd(got.rawHeaders));
				pipeline(got, answer, () => undefined);
			});
			sent.on('error', (error) => refuse(host, port, error, answer));
			answer.on('close', () => sent.destroy());
			pipeline(asked, sent, () => undefined);
		} catch (error) {
			refuse(host, port, error, answer);
		}
	}

	async function tunnel(asked: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
		const url = URL.parse(`http://${asked.url}`);
		client.on('error', () => client.destroy());
		if (!url) return void client.destroy();
		// The parser drops the port that is its scheme's own.
		const port = Number(url.port) || 80;
		const host = withoutBrackets(url.hostname);
		try {
			const upstream = connect({ host, port, lookup: await check(host, port) });
			hold(upstream);
			upstream.once('connect', () => {
				failures.delete(`${host}:${port}`);
				client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				upstream.write(head);
				pipeline(client, upstream, client, () => undefined);
			});
			upstream.on('error', (error) => refuse(host, port, error, client));
			client.on('close', () => upstream.destroy());
		} catch (error) {
			refuse(host, port, error, client);
		}
	}

	async function check(host: string, port: number): Promise<LookupFunction> {
		const addresses = await checkedAddresses(host, port, guard);
		failures.delete(`${host}:${port}`);
		return lookupOf(addresses);
	}

	/** Breaks off without an answer, which a page could not tell from one of the host's own. */
	function refuse(
		host: string,
		port: number,
		error: unknown,
		client: Socket | ServerResponse,
	): void {
		// The program itself has given up.
		if (client.destroyed) return;
		const [oldest] = failures.keys();
		if (failures.size >= kept && oldest !== undefined) failures.delete(oldest);
		failures.set(`${host}:${port}`, describeFailure(host, error));
		client.destroy();
	}

	function hold(socket: Socket): void {
		// Connections to web servers are used again.
		if (sockets.has(socket)) return;
		sockets.add(socket);
		socket.setTimeout(socket.connecting ? connectTimeout : idleTimeout, () =>
			socket.destroy(Object.assign(new Error('It is silent.'), { code: 'ETIMEDOUT' })),
		);
		socket.once('connect', () => socket.setTimeout(idleTimeout));
		socket.once('close', () => sockets.delete(socket));
	}
}

/** What was checked is what is dialled; asking again could bring another answer. */
function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
	return (_host, { all }, done) => {
		const [first] = addresses;
		if (all) done(null, [...addresses]);
		else done(null, first?.address ?? '', first?.family);
	};
}

/** Raw headers without those that belong to one connection. */
function endToEnd(raw: readonly string[]): string[] {
	return raw.filter((_, index) => !isHopByHop(raw[index - (index % 2)] ?? ''));
}

function withoutBrackets(host: string): string {
	return host.replace(/^\[(.*)\]$/, '$1');
}
