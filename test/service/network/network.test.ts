import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { request } from 'undici';
import type { HostAddress } from '../../../service/network/address-guard.ts';
import { createNetwork, type NetworkOptions } from '../../../service/network/network.ts';
import { listen, serve } from './loopback-server.ts';

const tls = {
	key: readFileSync('test/fixtures/tls/key.pem', 'utf8'),
	cert: readFileSync('test/fixtures/tls/certificate.pem', 'utf8'),
};
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

function open(options: NetworkOptions) {
	const network = createNetwork(options);
	closers.push(() => network.close());
	const fetchFile = (url: string, headers?: Record<string, string>) =>
		network.fetchFile(url, { headers, signal: AbortSignal.timeout(20_000), maxBytes: 1e6 });
	return { ...network, fetchFile };
}

async function start(...args: Parameters<typeof serve>) {
	const server = await serve(...args);
	closers.push(server.close);
	return server;
}

const at = (address: string, family = 4): HostAddress => ({ address, family });
const forbidden = expect.objectContaining({ code: 'FORBIDDEN_ADDRESS', status: 422 });
const unreachable = (reason: string) =>
	expect.objectContaining({ code: 'UNREACHABLE', message: expect.stringContaining(reason) });

describe('createNetwork', () => {
	it('fetches a file from an address that the operator allows', async () => {
		const server = await start((_request, response) => response.end('hello'));
		const { fetchFile } = open({ allow: ['127.0.0.0/8'] });

		const file = await fetchFile(`${server.url}/notes/hello.txt?x=1`);

		expect(await text(file.body)).toBe('hello');
		expect(file.filename).toBe('hello.txt');
		expect(server.requests[0]?.url).toBe('/notes/hello.txt?x=1');
		expect(server.requests[0]?.headers.host).toBe(`127.0.0.1:${server.port}`);
	});

	it.each([
		['127.0.0.1'],
		['127.1'],
		['2130706433'],
		['0x7f000001'],
		['0x7f.1'],
		['0177.0.0.1'],
		['017700000001'],
		['①②⑦.0.0.1'],
		['127。0。0。1'],
		['127.0.0.1.'],
		['%31%32%37.0.0.1'],
		['example.com@127.0.0.1'],
		['example.com:80@127.0.0.1'],
		['localhost'],
		['LOCALHOST'],
		['0.0.0.0'],
		['0'],
		['[::1]'],
		['[::]'],
		['[::ffff:7f00:1]'],
		['[::ffff:127.0.0.1]'],
		['[0:0:0:0:0:ffff:127.0.0.1]'],
		['[64:ff9b::7f00:1]'],
		['[2002:7f00:1::1]'],
		['[fec0::1]'],
	])('does not go to %s, however it is written', async (host) => {
		const server = await start((_request, response) => response.end('secret'));
		const { fetchFile } = open({ allow: [] });

		await expect(fetchFile(`http://${host}:${server.port}/`)).rejects.toEqual(forbidden);
		expect(server.requests).toHaveLength(0);
	});

	it('refuses a name when one of its addresses is private, and does not tell which', async () => {
		const { fetchFile } = open({
			allow: [],
			resolve: async () => [at('1.1.1.1'), at('10.20.30.40')],
		});

		const failure = fetchFile('http://files.test/report.pdf');

		await expect(failure).rejects.toEqual(forbidden);
		await expect(failure).rejects.toThrow(/^"files\.test".*FILEMILL_ALLOW_ADDRESSES/);
		await expect(failure).rejects.not.toThrow('10.20');
	});

	it('dials the address that was checked, though the name has another by then', async () => {
		const checked = await start((_request, response) => response.end('checked'), {
			host: '127.0.0.2',
		});
		const other = await start((_request, response) => response.end('other'), {
			port: checked.port,
		});
		const answers = ['127.0.0.2', '127.0.0.1'];
		const { fetchFile } = open({
			allow: ['127.0.0.2'],
			resolve: async () => [at(answers.shift() ?? '127.0.0.1')],
		});

		const file = await fetchFile(`http://files.test:${checked.port}/`);

		expect(await text(file.body)).toBe('checked');
		expect(checked.requests[0]?.headers.host).toBe(`files.test:${checked.port}`);
		expect(other.requests).toHaveLength(0);
	});

	it('checks again when a name is dialled again for a redirect', async () => {
		const server = await start(
			(_request, response) => response.writeHead(302, { location: '/', connection: 'close' }).end(),
			{ host: '127.0.0.2' },
		);
		const answers = ['127.0.0.2', '127.0.0.1'];
		const { fetchFile } = open({
			allow: ['127.0.0.2'],
			resolve: async () => [at(answers.shift() ?? '127.0.0.1')],
		});

		await expect(fetchFile(`http://files.test:${server.port}/`)).rejects.toEqual(forbidden);
		expect(server.requests).toHaveLength(1);
	});

	it.each([301, 302, 303, 307, 308])(
		'does not follow a %d to a private address',
		async (status) => {
			const secret = await start((_request, response) => response.end('secret'));
			const server = await start(
				(_request, response) => response.writeHead(status, { location: secret.url }).end(),
				{ host: '127.0.0.2' },
			);
			const { fetchFile } = open({ allow: ['127.0.0.2'] });

			await expect(fetchFile(server.url)).rejects.toEqual(forbidden);
			expect(secret.requests).toHaveLength(0);
		},
	);

	it.each(['file:///etc/passwd', 'FTP://127.0.0.1/x', 'data:text/plain,x', 'gopher://127.0.0.1/'])(
		'does not follow a redirect to %s',
		async (location) => {
			const server = await start((_request, response) =>
				response.writeHead(302, { location }).end(),
			);
			const { fetchFile } = open({ allow: ['127.0.0.1'] });

			await expect(fetchFile(server.url)).rejects.toMatchObject({ code: 'UNSUPPORTED_URL' });
		},
	);

	it.each(['FILE:///etc/passwd', 'ftp://files.test/', 'view-source:http://files.test', 'nonsense'])(
		'refuses the address %s',
		async (url) => {
			const { fetchFile } = open({ allow: [] });

			await expect(fetchFile(url)).rejects.toMatchObject({ code: 'UNSUPPORTED_URL' });
		},
	);

	it('follows five redirects and no more', async () => {
		const server = await start((incoming, response) => {
			const left = Number(incoming.url?.slice(1));
			if (left === 0) response.end('arrived');
			else response.writeHead(302, { location: `/${left - 1}` }).end();
		});
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		const file = await fetchFile(`${server.url}/5`);

		expect(await text(file.body)).toBe('arrived');
		await expect(fetchFile(`${server.url}/6`)).rejects.toMatchObject({
			code: 'TOO_MANY_REDIRECTS',
		});
	});

	it('sends headers and credentials to the same origin alone', async () => {
		const other = await start((_request, response) => response.end('file'), { host: '127.0.0.2' });
		const server = await start((incoming, response) => {
			const location = incoming.url === '/first' ? '/second' : other.url;
			response.writeHead(302, { location }).end();
		});
		const { fetchFile } = open({ allow: ['127.0.0.0/8'] });
		const url = new URL('/first', server.url);
		url.username = 'ann';
		url.password = 'p@ss';

		const file = await fetchFile(url.href, { 'X-Api-Key': 'k', Cookie: 'c=1' });

		expect(await text(file.body)).toBe('file');
		for (const { headers } of server.requests) {
			expect(headers).toMatchObject({ 'x-api-key': 'k', cookie: 'c=1' });
			expect(headers.authorization).toBe(`Basic ${btoa('ann:p@ss')}`);
		}
		expect(server.requests).toHaveLength(2);
		expect(other.requests[0]?.headers).not.toHaveProperty('x-api-key');
		expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
		expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
	});

	it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection'])(
		'does not let a client set the header %s',
		async (name) => {
			const { fetchFile } = open({ allow: ['127.0.0.1'] });

			await expect(fetchFile('http://127.0.0.1:9/', { [name]: 'x' })).rejects.toMatchObject({
				code: 'INVALID_OPTION',
			});
		},
	);

	it('keeps the name of the host for TLS', async () => {
		const names: string[] = [];
		const server = createTlsServer(
			{ ...tls, SNICallback: (name, done) => done(null, void names.push(name)) },
			(_request, response) => response.end('over TLS'),
		);
		const { port } = await listen(server);
		closers.push(async () => void server.close());
		const { fetchFile } = open({
			allow: ['127.0.0.1'],
			ca: tls.cert,
			resolve: async () => [at('127.0.0.1')],
		});

		const file = await fetchFile(`https://files.test:${port}/`);

		expect(await text(file.body)).toBe('over TLS');
		expect(names).toEqual(['files.test']);
		await expect(fetchFile(`https://other.test:${port}/`)).rejects.toEqual(
			unreachable('certificate for another name'),
		);
	});

	it('does not trust a certificate that nobody vouches for', async () => {
		const server = createTlsServer(tls, (_request, response) => response.end());
		const { port } = await listen(server);
		closers.push(async () => void server.close());
		const { fetchFile } = open({ allow: ['127.0.0.1'], resolve: async () => [at('127.0.0.1')] });

		await expect(fetchFile(`https://files.test:${port}/`)).rejects.toEqual(
			unreachable('has a TLS certificate that is not trusted'),
		);
	});

	it('answers every other request through its dispatcher by the same rule', async () => {
		const server = await start((_request, response) => response.end());
		const { dispatcher } = open({ allow: [] });

		await expect(request(server.url, { dispatcher, method: 'POST' })).rejects.toEqual(forbidden);
		expect(server.requests).toHaveLength(0);
	});
});

describe('fetchFile', () => {
	it('says that a name is not in the DNS', async () => {
		const { fetchFile } = open({
			allow: [],
			resolve: async () => {
				throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
			},
		});

		await expect(fetchFile('http://nowhere.test/')).rejects.toEqual(
			unreachable('"nowhere.test" was not found in the DNS.'),
		);
	});

	it('says that a port is closed', async () => {
		const server = await serve(() => {});
		await server.close();
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		await expect(fetchFile(server.url)).rejects.toEqual(unreachable('refuses connections'));
	});

	it('says that a host does not answer', async () => {
		const server = await start(() => {});
		const { fetchFile } = open({ allow: ['127.0.0.1'], timeouts: { idle: 300 } });

		await expect(fetchFile(server.url)).rejects.toEqual(unreachable('did not answer in time'));
	});

	it('says that a host is no web server', async () => {
		const server = createTcpServer((socket) => socket.end('220 smtp ready\r\n'));
		const { port } = await listen(server);
		closers.push(async () => void server.close());
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		await expect(fetchFile(`http://127.0.0.1:${port}/`)).rejects.toEqual(
			unreachable('did not answer in HTTP'),
		);
		await expect(fetchFile(`https://127.0.0.1:${port}/`)).rejects.toEqual(
			unreachable('does not speak TLS'),
		);
	});

	it('says that a host broke off', async () => {
		const server = await start((_request, response) => {
			response.writeHead(200, { 'content-length': '1000' });
			response.write('half', () => response.destroy());
		});
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		const file = await fetchFile(server.url);

		await expect(text(file.body)).rejects.toEqual(unreachable('before the answer was complete'));
	});

	it.each([
		[404, false],
		[403, false],
		[429, true],
		[500, true],
		[503, true],
		[304, false],
	])('names the status %d that came instead of the file', async (status, retryable) => {
		const server = await start((_request, response) => response.writeHead(status).end('sorry'));
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		await expect(fetchFile(server.url)).rejects.toMatchObject({
			code: 'HTTP_STATUS',
			retryable,
			message: expect.stringContaining(`answered ${status} (`),
		});
	});

	it('refuses a file that says it is too large', async () => {
		const server = await start((_request, response) =>
			response.writeHead(200, { 'content-length': '2000000' }).flushHeaders(),
		);
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		await expect(fetchFile(server.url)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
	});

	it('undoes a compression that it did not ask for', async () => {
		const server = await start((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain')),
		);
		const { fetchFile } = open({ allow: ['127.0.0.1'] });

		const file = await fetchFile(server.url);

		expect(await text(file.body)).toBe('plain');
		expect(file.size).toBeUndefined();
		expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
	});

	it('ends with the reason when it is aborted', async () => {
		const reason = new Error('the task was cancelled');
		const controller = new AbortController();
		const server = await start((_request, response) => void response.write('half'));
		const network = createNetwork({ allow: ['127.0.0.1'] });
		closers.push(() => network.close());

		const file = await network.fetchFile(server.url, {
			signal: controller.signal,
			maxBytes: 1e6,
		});
		controller.abort(reason);

		await expect(text(file.body)).rejects.toBe(reason);
	});
});
