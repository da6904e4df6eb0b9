import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	type GuardedProxy,
	openGuardedProxy,
	proxySocket,
} from '../../../service/network/guarded-proxy.ts';
import { type LoopbackServer, serve } from './loopback-server.ts';

let root: string;
let site: LoopbackServer;
let proxy: GuardedProxy;
let answers: string[];

beforeEach(async () => {
	root = await mkdtemp(path.join(tmpdir(), 'filemill-proxy-'));
	site = await serve((asked, response) => {
		response.setHeader('x-saw', String(asked.headers['proxy-connection'] ?? 'nothing'));
		asked.pipe(response);
	});
	answers = [];
	// Deeper than the path of a socket may be.
	proxy = await openGuardedProxy(path.join(root, 'x'.repeat(150)), {
		allow: ['site.test', '127.0.0.1'],
		resolve: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }],
	});
	await symlink(proxy.folder, path.join(root, 'short'));
});

afterEach(async () => {
	await Promise.all([proxy.close(), site.close()]);
	await rm(root, { recursive: true });
});

describe('openGuardedProxy', () => {
	it('passes requests on to hosts that may be reached', async () => {
		const answer = await ask(`http://site.test:${site.port}/a?b`, 'the body');

		expect(answer).toMatchObject({ statusCode: 200, text: 'the body' });
		expect(answer.headers?.['x-saw']).toBe('nothing');
		expect(site.requests[0]).toMatchObject({ url: '/a?b', method: 'POST' });
	});

	it('tunnels to hosts that may be reached', async () => {
		const socket = await tunnel(`site.test:${site.port}`);
		socket.write('GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
		const text = await textOf(socket);

		expect(text).toMatch(/^HTTP\/1.1 200/);
		expect(site.requests.map(({ url }) => url)).toEqual(['/inside']);
	});

	it.each(['10.0.0.1', '169.254.169.254', '0.0.0.0', '100.100.100.200'])(
		'goes nowhere when a name leads to %s, and says why',
		async (address) => {
			answers = [address, address];
			const plain = ask('http://other.test/').catch(() => 'refused');
			const secure = tunnel('other.test:443').catch(() => 'refused');

			expect(await Promise.all([plain, secure])).toEqual(['refused', 'refused']);
			for (const port of [80, 443])
				expect(proxy.failureOf(`other.test:${port}`)).toMatchObject({ code: 'FORBIDDEN_ADDRESS' });
		},
	);

	it('asks for a name once, and dials what it checked', async () => {
		answers = ['127.0.0.1', '10.0.0.1'];
		const answer = await ask(`http://flips.test:${site.port}/`);

		expect(answer.statusCode).toBe(200);
		expect(answers).toEqual(['10.0.0.1']);
	});

	it('forgets why a host was not reached when it is', async () => {
		const host = `127.0.0.1:${site.port}`;
		await site.close();
		await ask(`http://${host}/`).catch(() => undefined);
		const before = proxy.failureOf(host);
		site = await serve((_asked, response) => response.end(), { port: site.port });
		await ask(`http://${host}/`);

		expect(before).toMatchObject({ code: 'UNREACHABLE' });
		expect(proxy.failureOf(host)).toBeUndefined();
	});

	it('is no web server, and leaves no socket', async () => {
		await expect(ask('/')).rejects.toThrow();
		await proxy.close();

		expect(await readdir(proxy.folder)).toEqual([]);
	});
});

interface Asked extends Partial<IncomingMessage> {
	readonly text: string;
}

function ask(url: string, body?: string): Promise<Asked> {
	return new Promise((resolve, reject) => {
		const sent = request({
			...{ ...socketOptions(), path: url, method: body ? 'POST' : 'GET' },
			headers: { 'Proxy-Connection': 'keep-alive' },
		});
		sent.on('error', reject);
		sent.on('response', async (answer) =>
			resolve(Object.assign(answer, { text: await textOf(answer) })),
		);
		sent.end(body);
	});
}

function tunnel(host: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const sent: ClientRequest = get({ ...socketOptions(), method: 'CONNECT', path: host });
		sent.on('error', reject);
		sent.on('connect', (_answer, socket) => resolve(socket));
	});
}

function socketOptions() {
	return { socketPath: path.join(root, 'short', proxySocket) };
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
	let text = '';
	for await (const chunk of stream) text += chunk;
	return text;
}
