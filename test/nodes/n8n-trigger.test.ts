import { afterEach, describe, expect, it } from '@jest/globals';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { Client } from '../harness/client.ts';
import { Bench, bytes } from './n8n-bench.ts';
import { N8nListener } from './n8n-listener.ts';

const bench = new Bench();
const open: N8nListener[] = [];
const listen = async (parameters: INode['parameters'] = {}) => {
	const listener = await N8nListener.start(() => bench.host, parameters);
	open.push(listener);
	return listener;
};
const tasks = {
	text: { operation: 'import/raw', file: 'Hello', filename: 'hello.txt' },
	result: { operation: 'export/url', input: 'text' },
};
const failing = { ...tasks, turned: { operation: 'pdf/split-pages', input: 'text' } };
const run = async (definition: object, tag: string) => {
	const client = new Client(bench.service);
	const body = { tasks: definition, tag };
	const answer = await client.request<{ data: { id: string } }>('POST', '/v2/jobs', { body });
	return (await client.wait(answer.body.data.id)).id;
};
const webhooks = async () => {
	const answer = await new Client(bench.service).request<{ data: object[] }>('GET', '/v2/webhooks');
	return answer.body.data;
};
const itemsOf = ({ result }: { result: { workflowData?: INodeExecutionData[][] } }) =>
	result.workflowData?.[0] ?? [];

afterEach(async () => {
	for (const listener of open.splice(0)) {
		await listener.hook('delete');
		await listener.stop();
	}
});

describe('a workflow with the Trigger node', () => {
	it('registers its webhook when it is switched on, and removes it when it is switched off', async () => {
		const listener = await listen({ events: ['job.finished'], options: { tag: 'mine' } });

		expect(await listener.hook('checkExists')).toBe(false);
		await listener.hook('create');
		expect(await listener.hook('checkExists')).toBe(true);
		expect(await webhooks()).toMatchObject([
			{ url: listener.url, events: ['job.finished'], tag: 'mine' },
		]);

		await listener.hook('delete');
		expect(await listener.hook('checkExists')).toBe(false);
		expect(await webhooks()).toEqual([]);
		expect(listener.staticData).toEqual({});
	});

	it('is not deaf or called twice when it has lost what it kept, or was changed', async () => {
		const listener = await listen();
		await listener.hook('create');
		for (const name of Object.keys(listener.staticData)) delete listener.staticData[name];

		expect(await listener.hook('checkExists')).toBe(false);
		await listener.hook('create');
		expect(await webhooks()).toHaveLength(1);

		listener.parameters = { events: ['job.created'] };
		expect(await listener.hook('checkExists')).toBe(false);
	});

	it('starts with each job that has ended, well or not', async () => {
		const listener = await listen();
		await listener.hook('create');

		const ids = [await run(tasks, 'a'), await run(failing, 'b')];
		const calls = await listener.until(2);

		expect(calls.map(({ status }) => status)).toEqual([200, 200]);
		const byTag = calls.flatMap(itemsOf).toSorted((a) => (a.json.tag === 'a' ? -1 : 1));
		expect(byTag).toMatchObject([
			{
				json: {
					event: 'job.finished',
					id: ids[0],
					status: 'finished',
					files: [{ filename: 'hello.txt' }],
				},
			},
			{ json: { event: 'job.failed', id: ids[1], status: 'error' } },
		]);
	});

	it('hears of the events and the tag alone that it is set to', async () => {
		const listener = await listen({ events: ['job.created'], options: { tag: 'mine' } });
		await listener.hook('create');

		await run(tasks, 'other');
		const mine = await run(tasks, 'mine');
		const calls = await listener.until(1);

		expect(calls.flatMap(itemsOf)).toMatchObject([{ json: { event: 'job.created', id: mine } }]);
	});

	it('fetches the files after it has answered', async () => {
		const listener = await listen({ output: 'file', outputDataFieldName: 'made' });
		await listener.hook('create');

		const id = await run(tasks, 'a');
		const [call] = await listener.until(1);

		expect(call?.status).toBe(202);
		const [item] = call ? itemsOf(call) : [];
		expect(item?.json).toMatchObject({ event: 'job.finished', jobId: id, filename: 'hello.txt' });
		expect(String(await bytes(bench.host, item, 'made'))).toBe('Hello');
	});

	it('refuses what the service has not signed', async () => {
		const listener = await listen();
		await listener.hook('create');
		const body = JSON.stringify({ event: 'job.finished', job: { id: '1', status: 'finished' } });

		const forged = await fetch(listener.url, {
			method: 'POST',
			headers: { 'CloudConvert-Signature': '0'.repeat(64) },
			body,
		});
		const bare = await fetch(listener.url, { method: 'POST', body });

		expect([forged.status, bare.status]).toEqual([401, 401]);
		expect(listener.calls.flatMap(itemsOf)).toEqual([]);
	});

	it('is told the setting that lets the service reach n8n', async () => {
		const listener = await listen();

		const refused = listener.hook('create', 'http://10.1.2.3:5678/webhook/1');

		await expect(refused).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('may not call this n8n at http://10.1.2.3:5678'),
			description: expect.stringMatching(/10\.1\.2\.3.*FILEMILL_ALLOW_ADDRESSES.*WEBHOOK_URL/),
		});
		expect(await webhooks()).toEqual([]);
	});
});
