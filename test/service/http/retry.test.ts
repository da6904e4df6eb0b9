import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	type Answer,
	Client,
	download,
	find,
	type JobAnswer,
	type Refusal,
	type TaskAnswer,
} from '../../harness/client.ts';
import { openStream } from '../../harness/event-stream.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { type LoopbackServer, serve } from '../network/loopback-server.ts';

let service: TestService;
let client: Client;
let web: LoopbackServer;
/** Whether the web server has the file that is asked for. */
let isThere = false;

beforeAll(async () => {
	web = await serve((_request, response) => {
		response.writeHead(isThere ? 200 : 404).end('From the web.');
	});
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
	client = new Client(service);
});

afterAll(async () => {
	await web.close();
	await service.stop();
});

const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };
const post = <Data>(address: string): Promise<Answer<{ data: Data }>> =>
	client.request('POST', address);
const retried = (answer: TaskAnswer | undefined) =>
	answer && 'retry_of_task_id' in answer ? answer.retry_of_task_id : undefined;
const copied = (answer: TaskAnswer | undefined) =>
	answer && 'copy_of_task_id' in answer ? answer.copy_of_task_id : undefined;

/** A job that fails at "web" as long as the file is not there. */
const packing = () => ({
	a: note,
	web: { operation: 'import/url', url: `${web.url}/b.txt` },
	pack: { operation: 'archive', input: ['a', 'web'], output_format: 'zip' },
	out: { operation: 'export/url', input: 'pack' },
	early: { operation: 'export/url', input: 'a' },
});

describe('POST /v2/jobs/{id}/cancel', () => {
	it('ends all that has not ended, and what waits for it elsewhere', async () => {
		const job = await client.submit({
			done: note,
			a: { operation: 'import/upload' },
			b: { operation: 'metadata', input: 'a' },
		});
		await client.until(job.id, (one) => find(one, 'done').status === 'finished');
		const outside = await client.request<{ data: TaskAnswer }>('POST', '/v2/metadata', {
			body: { input: find(job, 'a').id },
		});

		const answer = await post<JobAnswer>(`/v2/jobs/${job.id}/cancel`);
		const again = await post(`/v2/jobs/${job.id}/cancel`);
		const after = await client.request<{ data: TaskAnswer }>(
			'GET',
			`/v2/tasks/${outside.body.data.id}`,
		);
		const stream = await openStream(service, `/v2/jobs/${job.id}/events`);

		expect(answer.status).toBe(200);
		expect(answer.body.data.status).toBe('error');
		expect(['done', 'a', 'b'].map((name) => find(answer.body.data, name).code)).toEqual([
			null,
			'CANCELLED',
			'CANCELLED',
		]);
		expect(after.body.data.code).toBe('INPUT_TASK_FAILED');
		expect((await stream.end()).slice(-3).map(({ name }) => name)).toEqual([
			'task.failed',
			'task.failed',
			'job.failed',
		]);
		expect(again.status).toBe(409);
		expect(again.body).toMatchObject({
			code: 'INVALID_STATE',
			message: 'The job has ended with status "error" and cannot be cancelled.',
		});
	});

	it('stops what runs', async () => {
		const asked = Promise.withResolvers<void>();
		const gone = Promise.withResolvers<void>();
		const silent = await serve((request) => {
			request.socket.on('close', gone.resolve);
			asked.resolve();
		});
		const job = await client.submit({ a: { operation: 'import/url', url: silent.url } });
		await asked.promise;

		await post(`/v2/jobs/${job.id}/cancel`);
		await gone.promise;
		await silent.close();

		expect(find(await client.wait(job.id), 'a').code).toBe('CANCELLED');
	});

	it('finds nothing where no job is', async () => {
		for (const what of ['jobs/x/cancel', 'jobs/x/retry', 'tasks/x/retry'])
			expect((await post(`/v2/${what}`)).status).toBe(404);
	});
});

describe('POST /v2/jobs/{id}/retry', () => {
	it('runs again what failed, and takes over what had finished, also when the old job goes', async () => {
		isThere = false;
		const old = await client.run(packing());
		isThere = true;

		const answer = await post<JobAnswer>(`/v2/jobs/${old.id}/retry`);
		await client.request('DELETE', `/v2/jobs/${old.id}`);
		const job = await client.wait(answer.body.data.id);

		expect(old.status).toBe('error');
		expect(answer.status).toBe(201);
		expect(answer.body.data.id).not.toBe(old.id);
		expect(answer.body.data.status).toBe('waiting');
		expect(job.status).toBe('finished');
		for (const name of ['web', 'pack', 'out'])
			expect(retried(find(job, name))).toBe(find(old, name).id);
		for (const name of ['a', 'early']) {
			expect(copied(find(job, name))).toBe(find(old, name).id);
			expect(find(job, name)).toMatchObject({ status: 'finished', credits: 0, percent: 100 });
		}
		expect((await download(job, 'early')).map(String)).toEqual(['Hello.']);
		const [zip] = await download(job, 'out');
		const file = path.join(service.data, 'packed.zip');
		writeFileSync(file, zip ?? '');
		expect(execFileSync('unzip', ['-p', file], { encoding: 'utf8' })).toBe('Hello.From the web.');
	});

	it('keeps tag, passwords and what may fail', async () => {
		const tasks = {
			a: { operation: 'import/upload' },
			b: { operation: 'pdf/decrypt', input: 'a', password: 'wrong' },
			c: { operation: 'export/url', input: 'b', ignore_error: true },
		};
		const created = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
			body: { tag: 'nightly', tasks },
		});
		await client.upload(created.body.data, 'a', fixture('pdf/encrypted.pdf'), 'a.pdf');
		const old = await client.wait(created.body.data.id);

		const answer = await post<JobAnswer>(`/v2/jobs/${old.id}/retry`);
		const job = await client.wait(answer.body.data.id);

		expect(job).toMatchObject({ tag: 'nightly', status: 'error' });
		expect(find(old, 'b').code).toBe('WRONG_PASSWORD');
		expect(find(job, 'b').code).toBe('WRONG_PASSWORD');
	});

	it('refuses a job that has not failed', async () => {
		const finished = await client.run({ a: note });
		const waiting = await client.submit({ a: { operation: 'import/upload' } });

		const answers = [
			await post(`/v2/jobs/${finished.id}/retry`),
			await post(`/v2/jobs/${waiting.id}/retry`),
		];

		expect(answers.map(({ status, body }) => [status, body])).toEqual(
			['finished', 'not ended'].map((state) => [
				409,
				{
					code: 'INVALID_STATE',
					message: `The job has ${state}; only a job that has failed can be retried.`,
				},
			]),
		);
	});
});

describe('POST /v2/tasks/{id}/retry', () => {
	it('makes a new task, which waits for its own upload', async () => {
		const created = await client.request<{ data: TaskAnswer }>('POST', '/v2/import/upload');
		const old = created.body.data;
		await post(`/v2/tasks/${old.id}/cancel`);

		const answer = await post<TaskAnswer>(`/v2/tasks/${old.id}/retry`);
		const task = answer.body.data;
		const sent = await client.send(task, fixture('pdf/pages-3.pdf'), 'a.pdf');
		const ended = await client.request<{ data: TaskAnswer }>('GET', `/v2/tasks/${task.id}/wait`);

		expect(answer.status).toBe(201);
		expect(task.id).not.toBe(old.id);
		expect(retried(task)).toBe(old.id);
		expect(task.result?.form?.url).not.toBe(old.result?.form?.url);
		expect(sent).toBe(201);
		expect(ended.body.data).toMatchObject({ status: 'finished', code: null });
	});

	it('runs a task of a job again, outside of it and with the same inputs', async () => {
		const job = await client.run({
			a: note,
			b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90' },
		});
		const { id } = find(job, 'b');

		const answer = await post<TaskAnswer>(`/v2/tasks/${id}/retry`);
		const task = answer.body.data;
		const ended = await client.request<{ data: TaskAnswer }>('GET', `/v2/tasks/${task.id}/wait`);
		const old = await client.request<{ data: { retries: string[] } }>(
			'GET',
			`/v2/tasks/${id}?include=retries`,
		);

		expect(task).toMatchObject({
			job_id: null,
			status: 'waiting',
			depends_on_task_ids: [find(job, 'a').id],
		});
		expect(ended.body.data.message).toBe(find(job, 'b').message);
		expect(old.body.data.retries).toEqual([task.id]);
	});

	it('refuses a task that has not failed, or whose input has', async () => {
		isThere = false;
		const job = await client.run(packing());

		const finished = await post<never>(`/v2/tasks/${find(job, 'a').id}/retry`);
		const after = await client.request<Refusal>('POST', `/v2/tasks/${find(job, 'out').id}/retry`);

		expect(finished.status).toBe(409);
		expect(after.status).toBe(409);
		expect(after.body.message).toBe(
			'The task cannot be retried, because its input "pack" failed or was deleted. Retry that one, or the whole job.',
		);
	});
});
