import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { code, filemill } from './flow.ts';
import { type Hosts, startHosts } from './hosts.ts';

let hosts: Hosts;

beforeAll(async () => {
	hosts = await startHosts();
});

afterAll(() => hosts?.stop());

describe('several messages at the same time', () => {
	it('run side by side, each with its own answer, and are counted in the status', async () => {
		const waiting: ServerResponse[] = [];
		await using site = await serve((response) => waiting.push(response));
		const url = `http://127.0.0.1:${site.port}/file.txt`;
		const notes = 'global.set("status", [...(global.get("status") ?? []), msg.status.text]);';
		const statusNode = { id: 'seen', type: 'status', scope: null, x: 100, y: 300, z: 'flow-run' };
		await hosts.deploy(
			[filemill('import', 'import/url', { url }), filemill('export', 'export/url')],
			[
				{ ...statusNode, wires: [['note']] },
				{ ...code(notes), id: 'note', x: 300, y: 300, z: 'flow-run', wires: [] },
			],
		);

		const first = hosts.post(Buffer.from('1'), '');
		await site.request();
		const second = hosts.post(Buffer.from('2'), '');
		await site.request();
		waiting[1]?.end('second');
		waiting[0]?.end('first');

		expect(Buffer.from((await first).content ?? '', 'base64').toString()).toBe('first');
		expect(Buffer.from((await second).content ?? '', 'base64').toString()).toBe('second');
		await hosts.deploy([code('msg.payload = global.get("status"); return msg;')]);
		const { payload } = await hosts.post(Buffer.from(''), '');
		expect(payload).toContain('2 running, 0%');
	});
});

describe('stopping the flow', () => {
	it('deletes the job that runs', async () => {
		await using site = await serve(() => undefined);
		const url = `http://127.0.0.1:${site.port}/never.pdf`;
		await hosts.deploy([
			filemill('import', 'import/url', { url }),
			filemill('export', 'export/url'),
		]);
		const giveUp = new AbortController();
		const running = await hosts.jobsDuring(() => {
			const answer = hosts.post(Buffer.from('start'), '', giveUp.signal);
			return Promise.race([site.request(), answer]);
		});

		await hosts.nodeRed.deploy([]);

		expect(running).toHaveLength(1);
		const after = await new Client(hosts.service).request('GET', `/v2/jobs/${running[0]?.id}`);
		expect(after.status).toBe(404);
		giveUp.abort();
	});
});

/** A website whose answers the test gives. */
async function serve(answer: (response: ServerResponse) => void) {
	const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		request: () => once(server, 'request'),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}
