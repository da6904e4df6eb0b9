import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import type { FlowNode } from '../../harness/start-node-red.ts';
import { startReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.ts';
import { code, type Step } from './flow.ts';
import { type Hosts, startHosts } from './hosts.ts';

const tasks = {
	text: { operation: 'import/raw', file: 'Hello', filename: 'hello.txt' },
	result: { operation: 'export/url', input: 'text' },
};
const upload = { file: { operation: 'import/upload' } };
const failing = { ...tasks, turned: { operation: 'pdf/split-pages', input: 'text' } };
let hosts: Hosts;

beforeAll(async () => {
	hosts = await startHosts();
});

afterAll(() => hosts?.stop());

/** A job node, with literal values for its parameters. */
function job(operation: string, values: Readonly<Record<string, string | boolean>> = {}): Step {
	const params = Object.entries(values).map(([name, value]) => {
		const type = typeof value === 'boolean' ? 'bool' : name === 'job' ? 'json' : 'str';
		return [name, { type, value: String(value) }];
	});
	return {
		type: 'filemill-job',
		service: 'service',
		operation,
		params: Object.fromEntries(params),
	};
}

async function answer(...steps: Step[]) {
	await hosts.deploy(steps);
	return hosts.post(Buffer.from('nothing'), 'nothing');
}

describe('the job node', () => {
	it('runs a job of the message, and gets its files by what the message brings', async () => {
		const { content, filename, result, error } = await answer(
			code(`msg.payload = ${JSON.stringify(tasks)}; return msg;`),
			job('run'),
			code('if (msg.payload.status !== "finished") throw new Error("not run"); return msg;'),
			job('get', { give: 'both' }),
		);

		expect(error).toBeUndefined();
		expect(Buffer.from(content ?? '', 'base64').toString()).toBe('Hello');
		expect(filename).toBe('hello.txt');
		expect(result).toMatchObject({ task: 'result', url: expect.stringMatching(/^http/) });
	});

	it('starts a job that is typed in, waits for it, and lists it', async () => {
		const run = { job: JSON.stringify({ tasks }), wait: false, tag: 'typed' };

		const { payload } = await answer(job('run', run), job('wait'), job('list', { tag: 'typed' }));

		expect(payload).toMatchObject([
			{ tag: 'typed', status: 'finished', files: [{ task: 'result', filename: 'hello.txt' }] },
		]);
	});

	it('cancels a job and deletes it', async () => {
		const run = job('run', { job: JSON.stringify(upload), wait: false });
		const seen = code('global.set("seen", msg.payload); return msg;');
		const back = code('msg.payload = [global.get("seen"), msg.payload]; return msg;');

		const { payload } = await answer(run, job('cancel'), seen, job('delete'), back);

		const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
		expect(payload).toMatchObject([
			{ id, status: 'error', tasks: [{ code: 'CANCELLED' }] },
			{ id, deleted: true },
		]);
	});

	it('lets a job that failed be caught', async () => {
		const { error } = await answer(
			job('run', { job: JSON.stringify(failing), wait: false }),
			job('wait'),
		);

		expect(error).toMatchObject({
			message: expect.stringContaining('"turned"'),
			cause: { task: 'turned', jobId: expect.any(String) },
		});
	});

	it('retries a job that failed as a new one', async () => {
		const run = job('run', { job: JSON.stringify(upload), wait: false });
		const seen = code('global.set("seen", msg.payload); return msg;');
		const back = code('msg.payload = [global.get("seen"), msg.payload]; return msg;');

		const { payload } = await answer(run, job('cancel'), seen, job('retry', { wait: false }), back);

		const [failed, again] = [payload].flat();
		expect(again).toMatchObject({ status: 'waiting', tasks: [{ upload_url: expect.any(String) }] });
		expect(again).not.toMatchObject({ id: Object(failed).id });
	});

	it.each([
		[
			'a job that waits for a file nobody sends',
			job('run', { job: JSON.stringify(upload) }),
			'"file"',
		],
		['what is no job', job('run', { job: '[]' }), 'no object'],
		['no job ID', job('get'), 'msg.filemillResult.jobId'],
	])('says what is wrong with %s', async (_name, step, words) => {
		const { error } = await answer(step);

		expect(error?.message).toContain(words);
	});
});

describe('the trigger node', () => {
	let receiver: WebhookReceiver;

	beforeAll(async () => {
		receiver = await startReceiver();
	});

	afterAll(() => receiver?.close());

	const report = `return { method: 'POST', headers: { 'content-type': 'application/json' },
		payload: { event: msg.topic, job: msg.payload, result: msg.filemillResult } };`;
	const flow = (disabled: boolean): FlowNode[] => {
		const place = { z: 'events', x: 100, y: 100 };
		const params = { tag: { type: 'str', value: 'mine' } };
		return [
			{ id: 'events', type: 'tab', label: 'events', disabled },
			{
				...{ id: 'trigger', type: 'filemill-trigger', service: 'service', operation: 'follow' },
				...{ params, ...place, wires: [['report']] },
			},
			{ ...code(report), id: 'report', ...place, wires: [['post']] },
			{
				...{ id: 'post', type: 'http request', method: 'use', url: receiver.url, ret: 'txt' },
				...{ ...place, wires: [[]] },
			},
		];
	};
	const run = async (definition: object, tag: string) => {
		const client = new Client(hosts.service);
		const body = { tasks: definition, tag };
		const { body: created } = await client.request<{ data: { id: string } }>('POST', '/v2/jobs', {
			body,
		});
		return (await client.wait(created.data.id)).id;
	};

	it('sends a message for each job of its tag that ends, also for those while it was off', async () => {
		await hosts.deploy([], flow(false));
		await statusOf('trigger', 'listening');

		await run(tasks, 'other');
		const ids = [await run(tasks, 'mine')];
		await receiver.until(1);
		await hosts.deploy([], flow(true));
		ids.push(await run(failing, 'mine'));
		await hosts.deploy([], flow(false));
		const calls = await receiver.until(2);

		expect(calls.map(({ body }) => body)).toMatchObject([
			{
				event: 'job.finished',
				job: { id: ids[0], files: [{ filename: 'hello.txt' }] },
				result: { jobId: ids[0], status: 'finished' },
			},
			{ event: 'job.failed', job: { id: ids[1], status: 'error' } },
		]);
	});

	it('says that it has no connection', async () => {
		const config = { id: 'service', type: 'filemill-config', baseUrl: 'http://127.0.0.1:9' };
		const nodes = flow(false);

		await hosts.nodeRed.deploy([{ ...config, credentials: { apiKey: 'key' } }, ...nodes]);

		await statusOf('trigger', 'no connection, next try in 1 s');
		expect(hosts.nodeRed.log()).toContain('No answer from');
	});
});

/** Resolves when the editor would show that text below a node. */
async function statusOf(id: string, text: string): Promise<void> {
	const socket = new WebSocket(`${hosts.nodeRed.url.replace('http', 'ws')}/comms`);
	await once(socket, 'open');
	socket.send(JSON.stringify({ subscribe: 'status/#' }));
	for (;;) {
		const [{ data }] = await once(socket, 'message');
		const told: { topic: string; data: { text?: string } }[] = JSON.parse(String(data));
		if (told.some((one) => one.topic === `status/${id}` && one.data.text === text)) break;
	}
	socket.close();
}
