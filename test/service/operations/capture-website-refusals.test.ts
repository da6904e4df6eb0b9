import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { type LoopbackServer, listen, serve } from '../network/loopback-server.ts';
import { capture } from './capture.ts';

const pages: Readonly<Record<string, string>> = {
	'/': 'Fine',
};

let site: LoopbackServer;
let service: TestService;

beforeAll(async () => {
	site = await serve((request, response) => {
		const page = pages[request.url ?? ''];
		if (request.url === '/file') {
			response.writeHead(200, {
				'content-type': 'application/zip',
				'content-disposition': 'attachment; filename="a.zip"',
			});
			response.end('PK');
		} else if (request.url === '/around') response.writeHead(302, { location: '/around' }).end();
		else if (request.url === '/wrong') response.writeHead(503, 'Oh').end();
		else if (page === undefined) response.writeHead(404).end('<h1>Missing</h1>');
		else response.setHeader('content-type', 'text/html').end(page);
	});
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1,nowhere.invalid' });
});

afterAll(async () => {
	await service?.stop();
	await site?.close();
});

describe('capture-website of what cannot be captured', () => {
	it.each([
		['/missing', 'HTTP_STATUS', /answered 404 \(Not Found\) instead of the page/],
		['/wrong', 'HTTP_STATUS', /answered 503/],
		['/file', 'NOT_A_PAGE', /import\/url/],
		['/around', 'TOO_MANY_REDIRECTS', /redirects more than 20 times/],
	])('says what is wrong with %s', async (path, code, message) => {
		const { task } = await capture(service, { url: site.url + path });

		expect(task).toMatchObject({ status: 'error', code });
		expect(task.message).toMatch(message);
	});

	it('says that nothing answers, and that there is no such host', async () => {
		const closed = await capture(service, { url: 'http://127.0.0.1:8/' });
		const refused = await capture(service, { url: `http://127.0.0.1:${await freePort()}/` });
		const unknown = await capture(service, { url: 'https://nowhere.invalid/' });

		expect(closed.task).toMatchObject({ code: 'UNREACHABLE' });
		expect(refused.task.message).toMatch(/refuses connections/);
		expect(unknown.task.message).toMatch(/not found in the DNS|could not be looked up/);
	});

	it('trusts no certificate of its own making', async () => {
		const [key, cert] = ['key', 'certificate'].map((name) =>
			readFileSync(fixture(`tls/${name}.pem`)),
		);
		const server = createServer({ key, cert }, (_request, response) => response.end('secret'));
		const { port } = await listen(server);

		const { task } = await capture(service, { url: `https://127.0.0.1:${port}/` });
		server.close();

		expect(task).toMatchObject({ status: 'error', code: 'UNREACHABLE' });
		expect(task.message).toMatch(/TLS certificate/);
	});

	it('says that a selector is none, before it waits for it', async () => {
		const { task } = await capture(service, { url: `${site.url}/`, wait_for_element: 'p[' });

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
		expect(task.message).toMatch(/"wait_for_element" is "p\[".*CSS selector/);
	});

	it.each([
		[{ page_width: 10 }, 'page_height'],
		[{ page_width: 10, page_height: 10, page_format: 'a4' }, 'page_format'],
		[{ page_format: 'a9' }, 'page_format'],
		[{ zoom: 3 }, 'zoom'],
		[{ margin_top: -1 }, 'margin_top'],
		[{ output_format: 'gif' }, 'output_format'],
		[{ wait_until: 'idle' }, 'wait_until'],
		[{ wait_time: 1e9 }, 'wait_time'],
		[{ headers: { 'a b': 'c' } }, 'headers'],
		[{ headers: { a: 'b\r\nc: d' } }, 'headers'],
		[{ header_template: '/etc/passwd' }, 'header_template'],
		[{ header_template: 'nobody' }, 'header_template'],
	])('refuses %j with the job', async (params, parameter) => {
		const work = { operation: 'capture-website', url: site.url, output_format: 'pdf', ...params };
		const { status, text } = await new Client(service).request('POST', '/v2/jobs', {
			body: { tasks: { work } },
		});

		expect(status).toBe(422);
		expect(text).toContain(`tasks.work.${parameter}`);
	});

	it('refuses headers that are its own business', async () => {
		const { task } = await capture(service, { url: site.url, headers: { Host: 'evil.test' } });

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
	});
});

async function freePort(): Promise<number> {
	const server = createTcpServer();
	const { port } = await listen(server);
	await new Promise((resolve) => server.close(resolve));
	return port;
}
