import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { filemill } from './flow.ts';
import { type Hosts, startHosts } from './hosts.ts';

let hosts: Hosts;

beforeAll(async () => {
	hosts = await startHosts();
});

afterAll(() => hosts?.stop());

describe('stopping the flow', () => {
	it('deletes the job that runs', async () => {
		const { promise: asked, resolve } = Promise.withResolvers<string>();
		const slow = createServer(() => resolve('asked')).listen(0, '127.0.0.1');
		await once(slow, 'listening');
		const address = slow.address();
		const port = typeof address === 'object' && address ? address.port : 0;
		await hosts.deploy([
			filemill('import', 'import/url', { url: `http://127.0.0.1:${port}/never.pdf` }),
			filemill('export', 'export/url'),
		]);
		const giveUp = new AbortController();
		const running = await hosts.jobsDuring(() => {
			const answer = hosts.post(Buffer.from('start'), '', giveUp.signal);
			return Promise.race([asked, answer]);
		});

		await hosts.nodeRed.deploy([]);

		expect(running).toHaveLength(1);
		const after = await new Client(hosts.service).request('GET', `/v2/jobs/${running[0]?.id}`);
		expect(after.status).toBe(404);
		giveUp.abort();
		slow.closeAllConnections();
		slow.close();
	});
});
