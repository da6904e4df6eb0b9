import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { processesOf } from '../engines/inspect.ts';
import { type LoopbackServer, serve } from '../network/loopback-server.ts';
import { capture } from './capture.ts';

const pages: Readonly<Record<string, string>> = {
	'/': 'Fine',
	'/busy': '<script>for (;;);</script>',
	'/busy-later': '<script>onload = () => setTimeout(() => { for (;;); }, 100)</script>',
	'/alerts': '<script>for (;;) alert(1)</script>',
	'/prints': '<script>setInterval(() => print(), 1)</script>Prints',
	'/restless': '<script>setInterval(() => fetch("/ping?" + Math.random()), 100)</script>Restless',
	'/waiting': '<img src="/never">',
};

let site: LoopbackServer;
let service: TestService;

beforeAll(async () => {
	site = await serve((request, response) => {
		if (request.url === '/never') return;
		response.setHeader('content-type', 'text/html').end(pages[request.url ?? '']);
	});
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
});

afterAll(async () => {
	await service?.stop();
	await site?.close();
});

describe('a page that never rests', () => {
	it.each([
		['/busy', {}],
		['/busy-later', { wait_time: 1000 }],
		['/alerts', {}],
		['/waiting', {}],
		['/restless', { wait_until: 'networkidle0' }],
		['/', { wait_for_element: '#never' }],
	])('blocks no other, and ends with its time-out: %s', async (path, params) => {
		const client = new Client(service);
		const endless = await client.submit({
			work: {
				...{ operation: 'capture-website', output_format: 'pdf', url: site.url + path },
				...{ timeout: 2, ...params },
			},
		});
		const { task } = await capture(service, { url: `${site.url}/` });
		const ended = find(await client.wait(endless.id), 'work');

		expect(task).toMatchObject({ status: 'finished' });
		expect(ended).toMatchObject({ status: 'error', code: 'TIMEOUT' });
	});

	it('is captured all the same where it prints itself all the time', async () => {
		const { task } = await capture(service, { url: `${site.url}/prints` });

		expect(task).toMatchObject({ status: 'finished', result: { pages: 1 } });
	});

	it('leaves no browser behind, nor does the service', async () => {
		const own = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
		const client = new Client(own);
		await capture(own, { url: `${site.url}/` });
		const job = await client.submit({
			work: { operation: 'capture-website', output_format: 'pdf', url: `${site.url}/busy` },
		});
		await client.until(job.id, (now) => find(now, 'work').status === 'processing');
		const running = await processesOf(own.data);
		await client.request('POST', `/v2/tasks/${find(job, 'work').id}/cancel`);
		await capture(own, { url: `${site.url}/` });
		await own.terminate();
		const left = await processesOf(own.data);
		await own.stop();

		expect(running.length).toBeGreaterThan(0);
		expect(left).toEqual([]);
	});
});
