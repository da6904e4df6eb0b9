import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, EventSource } from 'undici';
import { Client, find, type JobAnswer } from '../../harness/client.ts';
import { openStream } from '../../harness/event-stream.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService({ FILEMILL_HEARTBEAT: '1' });
	client = new Client(service);
});

afterAll(() => service.stop());

const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };
const exported = { a: note, out: { operation: 'export/url', input: 'a' } };
const waiting = { a: { operation: 'import/upload' }, b: { operation: 'metadata', input: 'a' } };
const send = (job: JobAnswer) => client.upload(job, 'a', fixture('office/pages-3.docx'), 'a.docx');

async function submitTagged(tag: string): Promise<JobAnswer> {
	const { body } = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
		body: { tag, tasks: exported },
	});
	return client.wait(body.data.id);
}

describe('GET /v2/jobs/{id}/events', () => {
	it('tells a late subscriber everything, numbered from 1, and ends', async () => {
		const job = await client.run(exported);

		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);
		const events = await stream.end();

		expect(stream.headers.get('content-type')).toBe('text/event-stream');
		expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
		expect(events.map(({ name, data }) => `${name} ${data.task?.name ?? ''}`.trim())).toEqual([
			'job.created',
			'task.created a',
			'task.created out',
			'job.updated',
			'task.updated a',
			'task.finished a',
			'task.updated out',
			'task.finished out',
			'job.finished',
		]);
		expect(events.every(({ name, data }) => data.event === name)).toBe(true);
	});

	it('shows jobs and tasks as they were when it happened', async () => {
		const job = await client.run(exported);

		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);
		const events = await stream.end();
		const states = (index: number) => events[index]?.data.job?.tasks.map((task) => task.status);

		expect(events[0]?.data.job).toMatchObject({ status: 'waiting', started_at: null });
		expect(states(0)).toEqual(['waiting', 'waiting']);
		expect(states(3)).toEqual(['waiting', 'waiting']);
		expect(events[4]?.data.task).toMatchObject({ status: 'processing', percent: 0, result: null });
		expect(events.at(-1)?.data.job).toEqual(job);
		expect(events.at(-2)?.data.task).toEqual(find(job, 'out'));
	});

	it('tells of a failure, of the tasks after it, and of the failed job', async () => {
		const job = await client.run({
			a: { ...note, filename: 'a.pdf' },
			b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90' },
			out: { operation: 'export/url', input: 'b' },
		});

		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);
		const events = await stream.end();

		expect(events.slice(-3).map(({ name, data }) => [name, data.task?.code])).toEqual([
			['task.failed', find(job, 'b').code],
			['task.failed', 'INPUT_TASK_FAILED'],
			['job.failed', undefined],
		]);
	});

	it('goes on after the number that a client has got to, by header or query', async () => {
		const job = await client.run(exported);
		const address = `/v2/jobs/${job.id}/events`;
		const all = await (await openStream(service, address)).end();

		const byHeader = await openStream(service, address, { 'Last-Event-ID': '4' });
		const byQuery = await openStream(service, `${address}?last_event_id=4`);
		const nothing = await openStream(service, address, { 'Last-Event-ID': String(all.length) });

		expect(await byHeader.end()).toEqual(all.slice(4));
		expect(await byQuery.end()).toEqual(all.slice(4));
		expect(nothing.status).toBe(204);
	});

	it('follows a job to its end, and shows that it is there while nothing happens', async () => {
		const job = await client.submit(waiting);

		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);
		await stream.until((_, text) => /\n\nid: 3\n\n$/.test(text));
		await send(job);
		const events = await stream.end();

		expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
		expect(events.at(-1)?.data.job).toMatchObject({ id: job.id, status: 'finished' });
	});

	it('tells only what is asked for, and ends all the same', async () => {
		const job = await client.run(exported);

		const stream = await openStream(
			service,
			`/v2/jobs/${job.id}/events?filter[event]=task.finished,task.failed`,
		);

		expect((await stream.end()).map(({ name }) => name)).toEqual([
			'task.finished',
			'task.finished',
		]);
	});

	it('serves hundreds of subscribers at once', async () => {
		const job = await client.submit(waiting);
		const streams = await Promise.all(
			Array.from({ length: 300 }, () => openStream(service, `/v2/jobs/${job.id}/events`)),
		);

		await send(job);
		const told = await Promise.all(streams.map((stream) => stream.end()));

		expect(told[0]?.at(-1)?.name).toBe('job.finished');
		expect(new Set(told.map((events) => JSON.stringify(events))).size).toBe(1);
	});

	it('ends when the job is deleted', async () => {
		const job = await client.submit(waiting);
		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);
		await stream.until((events) => events.length === 3);

		await client.request('DELETE', `/v2/jobs/${job.id}`);

		expect(await stream.end()).toHaveLength(3);
		const gone = await client.request('GET', `/v2/jobs/${job.id}/events`);
		expect(gone.status).toBe(404);
	});
});

describe('GET /v2/events', () => {
	it('tells what happens from now on, of the jobs and events that are asked for', async () => {
		await submitTagged('mine');
		const stream = await openStream(
			service,
			'/v2/events?filter[tag]=mine&filter[event]=job.finished,job.failed',
		);

		await submitTagged('other');
		const job = await submitTagged('mine');
		const events = await stream.until((some) => some.length > 0);
		stream.close();

		expect(events.map(({ name }) => name)).toEqual(['job.finished']);
		expect(events[0]?.data.job).toEqual(job);
	});

	it('tells the past after a number, and each event once', async () => {
		const first = await submitTagged('past');
		const filter = 'filter[tag]=past&filter[event]=job.finished';
		const stream = await openStream(service, `/v2/events?last_event_id=0&${filter}`);
		const [one] = await stream.until((some) => some.length > 0);
		stream.close();

		const second = await submitTagged('past');
		const again = await openStream(service, `/v2/events?${filter}`, {
			'Last-Event-ID': String(one?.id),
		});
		const rest = await again.until((some) => some.length > 0);
		again.close();

		expect(one?.data.job?.id).toBe(first.id);
		expect(rest.map(({ data }) => data.job?.id)).toEqual([second.id]);
	});

	it.each([
		['an event that there is not', '/v2/events?filter[event]=job.started', {}, /filter\[event\]/],
		['a number that is none', '/v2/events', { 'Last-Event-ID': 'x' }, /Last-Event-ID/],
		['a negative number', '/v2/events?last_event_id=-1', {}, /last_event_id/],
	])('refuses %s', async (_what, address, headers, words) => {
		const answer = await client.request<{ message: string }>('GET', address, { headers });

		expect(answer.status).toBe(422);
		expect(answer.body.message).toMatch(words);
	});
});

describe('a service that stops', () => {
	it('ends its streams, and goes on with them after its restart', async () => {
		const data = mkdtempSync(path.join(tmpdir(), 'filemill-events-'));
		const first = await startService({ FILEMILL_DATA: data });
		const before = new Client(first);
		const job = await before.submit(waiting);
		const stream = await openStream(first, '/v2/events?last_event_id=0');
		await stream.until((events) => events.length === 3);
		const port = new URL(first.url).port;
		const browser = new EventSource(`${first.url}/v2/jobs/${job.id}/events`, {
			node: {
				dispatcher: new Agent().compose(
					(dispatch) => (options, handler) =>
						dispatch(
							{
								...options,
								headers: { ...options.headers, authorization: `Bearer ${first.apiKey}` },
							},
							handler,
						),
				),
			},
		});
		const heard: string[] = [];
		const done = new Promise<void>((resolve) => {
			for (const name of ['job.created', 'task.created', 'task.finished', 'job.finished'])
				browser.addEventListener(name, (event) => {
					heard.push(`${'lastEventId' in event && event.lastEventId} ${name}`);
					if (name === 'job.finished') resolve();
				});
		});
		await new Promise((resolve) => browser.addEventListener('open', resolve));

		const code = await first.terminate();
		const cleanly = await stream.end();
		const second = await startService({ FILEMILL_DATA: data, FILEMILL_PORT: port });
		const after = new Client(second);
		await after.upload(
			(await after.request<{ data: JobAnswer }>('GET', `/v2/jobs/${job.id}`)).body.data,
			'a',
			fixture('office/pages-3.docx'),
			'a.docx',
		);
		await done;
		browser.close();
		await second.stop();
		rmSync(data, { recursive: true, force: true });

		expect(code).toBe(0);
		expect(cleanly).toHaveLength(3);
		expect(heard).toEqual([
			'1 job.created',
			'2 task.created',
			'3 task.created',
			'5 task.finished',
			'7 task.finished',
			'8 job.finished',
		]);
	});
});
