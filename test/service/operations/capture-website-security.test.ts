import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { type LoopbackServer, serve } from '../network/loopback-server.ts';
import { type Canary, startCanary, vectors } from './canary.ts';
import { capture } from './capture.ts';

let canary: Canary;
let site: LoopbackServer;
let guarded: TestService;

beforeAll(async () => {
	canary = await startCanary();
	site = await serve((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://site.test');
		const at = searchParams.get('at') ?? `127.0.0.1:${canary.port}`;
		if (pathname === '/redirect') {
			response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/redirected` }).end();
			return;
		}
		response.setHeader('content-type', 'text/html');
		if (pathname === '/meta')
			response.end(`<meta http-equiv="refresh" content="0; url=http://${at}/meta">`);
		else if (pathname === '/script') response.end(`<script>location = 'http://${at}/'</script>`);
		else response.end(vectors.replaceAll('AT', at));
	});
	guarded = await startService({ FILEMILL_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` });
});

afterAll(async () => {
	await guarded?.stop();
	await site?.close();
	canary?.close();
});

describe('a page that reaches for private addresses', () => {
	it.each(['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '127.1', '[::ffff:7f00:1]'])(
		'gets nothing from %s, and is captured all the same',
		async (host) => {
			const { task } = await capture(guarded, {
				url: `${site.url}/?at=${encodeURIComponent(`${host}:${canary.port}`)}`,
				wait_time: 300,
			});

			expect(task).toMatchObject({ status: 'finished' });
			expect(task.result?.warnings?.join()).toMatch(/could not be loaded/);
			expect(canary.hits).toEqual([]);
		},
	);

	it.each(['/redirect', '/meta', '/script'])('cannot lead there by %s', async (path) => {
		const { task } = await capture(guarded, { url: site.url + path, wait_time: 1000 });

		expect(task).toMatchObject({ status: 'error', code: 'FORBIDDEN_ADDRESS' });
		expect(canary.hits).toEqual([]);
	});

	it('gets nothing by its header and footer', async () => {
		const html = `<img src="http://127.0.0.1:${canary.port}/"><script>fetch('http://127.0.0.1:${canary.port}/')</script>
			<iframe src="file:///etc/passwd"></iframe><span class="title"></span>`;
		const { task } = await capture(
			guarded,
			{
				...{ url: site.url, display_header_footer: true, margin_top: 30, margin_bottom: 30 },
				...{ header_template: 'html', footer_template: 'html' },
			},
			{ html: { operation: 'import/raw', file: html, filename: 'header.html' } },
		);

		expect(task).toMatchObject({ status: 'finished' });
		expect(canary.hits).toEqual([]);
	});

	it.each([
		'http://127.0.0.1:8080/',
		'http://169.254.169.254/latest/meta-data/',
		'https://[::1]/',
		'http://①②⑦.0.0.1/',
	])('cannot be %s itself', async (url) => {
		const { task } = await capture(guarded, { url });

		expect(task).toMatchObject({ status: 'error', code: 'FORBIDDEN_ADDRESS' });
		expect(task.message).toMatch(/FILEMILL_ALLOW_ADDRESSES/);
	});

	it('gets all that where the operator allows it', async () => {
		const open = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
		try {
			await capture(open, { url: site.url, wait_time: 1000 });
		} finally {
			await open.stop();
		}

		const reached = canary.hits.splice(0).map((line) => line.split(' ')[1]);
		expect(reached).toEqual(
			expect.arrayContaining(
				'img lazy css iframe import fetch beacon events socket worker worker-fetch form redirected'
					.split(' ')
					.map((name) => `/${name}`),
			),
		);
		expect(reached).not.toContain('/popup');
	});
});

describe('an address that is none of the web', () => {
	it.each([
		...[
			'file:///etc/passwd',
			'FILE:///etc/passwd',
			'view-source:http://example.com/',
			'View-Source:file:///etc/passwd',
		],
		...[
			'chrome://version',
			'data:text/html,hi',
			'DATA:text/html,hi',
			'javascript:1',
			'ftp://example.com/',
			'about:blank',
		],
		...[
			'blob:http://example.com/x',
			' file:///etc/passwd',
			'http:/\tfile',
			'/etc/passwd',
			'httpfile:///etc/passwd',
		],
	])('is refused: %j', async (url) => {
		const answer = await new Client(guarded).request<{ errors: object }>('POST', '/v2/jobs', {
			body: { tasks: { work: { operation: 'capture-website', url, output_format: 'pdf' } } },
		});

		expect(answer.status).toBe(422);
		expect(answer.body.errors).toHaveProperty(['tasks.work.url']);
	});
});
