import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find, type JobAnswer, type TaskAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;
/** A client of the port that is for synchronous requests. */
let port: Client;

beforeAll(async () => {
	service = await startService({
		FILEMILL_SYNC_PORT: '0',
		FILEMILL_SYNC_HOST: 'sync.files.example.com',
	});
	client = new Client(service);
	port = new Client({ ...service, url: service.syncUrl });
});

afterAll(() => service.stop());

const note = { operation: 'import/raw', file: 'Hello.', filename: 'note.txt' };
const look = { a: note, b: { operation: 'metadata', input: 'a' } };
const share = { a: note, b: { operation: 'export/url', input: 'a' } };

type OneJob = { data: JobAnswer };

/** Asks under a host name of its own, which fetch does not allow. */
async function askHost(method: string, path: string, body?: unknown): Promise<string> {
	const response = await new Promise<Parameters<typeof text>[0]>((resolve, reject) => {
		const headers = {
			Host: 'Sync.files.example.com:8484',
			Authorization: `Bearer ${service.apiKey}`,
			'Content-Type': 'application/json',
		};
		const asked = request(new URL(path, service.url), { method, headers }, resolve);
		asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
	});
	return text(response);
}

describe('a synchronous request', () => {
	it('is answered when the job has ended, by path, port and host name', async () => {
		const byPath = await client.request<OneJob>('POST', '/sync/v2/jobs', { body: { tasks: look } });
		const byPort = await port.request<OneJob>('POST', '/v2/jobs', { body: { tasks: look } });
		const byHost: OneJob = JSON.parse(await askHost('POST', '/v2/jobs', { tasks: look }));

		expect([byPath.status, byPort.status]).toEqual([201, 201]);
		for (const { data } of [byPath.body, byPort.body, byHost]) {
			expect(data.status).toBe('finished');
			expect(find(data, 'b').result?.metadata).toMatchObject({ FileName: 'note.txt' });
		}
	});

	it('has an answer as compact as any', async () => {
		const answer = await client.request('POST', '/sync/v2/jobs', { body: { tasks: look } });

		expect(answer.text).toBe(JSON.stringify(answer.body));
		expect(answer.text).toMatch(/^\{"data":\{"id":"/);
		expect(answer.headers.get('cache-control')).toBe('no-cache, private');
	});

	it('waits for a task, of a job and of its own', async () => {
		const job = await client.submit({ a: { operation: 'import/upload' } });
		const upload = find(job, 'a');
		const waits = [
			client.request<{ data: TaskAnswer }>('GET', `/sync/v2/tasks/${upload.id}`),
			port.request<{ data: TaskAnswer }>('GET', `/v2/tasks/${upload.id}`),
			client.request<{ data: TaskAnswer }>('GET', `/v2/tasks/${upload.id}/wait`),
			client.request<{ data: TaskAnswer }>('POST', '/sync/v2/export/url', {
				body: { input: upload.id },
			}),
		];
		await client.upload(job, 'a', fixture('pdf/pages-3.pdf'), 'three.pdf');

		const answers = await Promise.all(waits);

		expect(answers.map(({ body }) => body.data.status)).toEqual(Array(4).fill('finished'));
		expect(answers[3]?.body.data.result?.files?.[0]?.url).toContain('/three.pdf');
	});

	it('gives up after the time that it is given, and says how things stand', async () => {
		const job = await client.submit({ a: { operation: 'import/upload' } });

		const answers = await Promise.all([
			client.request<OneJob>('GET', `/sync/v2/jobs/${job.id}?timeout=1`),
			client.request<OneJob>('GET', `/v2/tasks/${find(job, 'a').id}/wait?timeout=1`),
		]);

		expect(answers.map(({ status, body }) => [status, body.data.status])).toEqual([
			[200, 'waiting'],
			[200, 'waiting'],
		]);
	});

	it('creates what waits for an upload without waiting for it', async () => {
		const job = await client.request<OneJob>('POST', '/sync/v2/jobs', {
			body: { tasks: { a: { operation: 'import/upload' } } },
		});
		const task = await client.request<{ data: TaskAnswer }>('POST', '/sync/v2/import/upload');

		expect(find(job.body.data, 'a').result?.form?.url).toContain('/upload/');
		expect(task.body.data.result?.form?.url).toContain('/upload/');
	});

	it('is answered with a redirect to the exported file where that is wanted', async () => {
		const created = await client.request('POST', '/sync/v2/jobs', {
			body: { tasks: share, redirect: true },
		});
		const job = await client.run(share);
		const read = await client.request('GET', `/sync/v2/jobs/${job.id}?redirect=true`);

		for (const answer of [created, read]) {
			expect(answer.status).toBe(302);
			const file = await fetch(answer.headers.get('location') ?? '');
			expect(await file.text()).toBe('Hello.');
		}
	});

	it('says why there is no file to redirect to', async () => {
		const body = { redirect: true, tasks: look };
		const without = await client.request('POST', '/sync/v2/jobs', { body });
		const failing = await client.request('POST', '/sync/v2/jobs', {
			body: {
				redirect: true,
				tasks: {
					a: { ...note, filename: 'a.pdf' },
					b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90' },
					c: { operation: 'export/url', input: 'b' },
				},
			},
		});

		expect(without.body).toMatchObject({
			code: 'INVALID_DATA',
			errors: { redirect: [expect.any(String)] },
		});
		expect(failing.status).toBe(422);
		expect(failing.body).toMatchObject({
			code: 'INVALID_FILE',
			message: expect.stringContaining('"a.pdf"'),
		});
	});

	it('asks for a key like any other', async () => {
		const answers = await Promise.all([
			fetch(`${service.url}/sync/v2/jobs`),
			fetch(`${service.syncUrl}/v2/jobs`),
			fetch(`${service.url}/sync/health`),
		]);

		expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
	});
});

describe('a service that stops', () => {
	it('answers all who wait with how things stand', async () => {
		const other = await startService({ FILEMILL_SYNC_PORT: '0' });
		const main = new Client(other);
		const job = await main.submit({ a: { operation: 'import/upload' } });
		// Each is held once another request on the same service has been answered after it.
		const waits = [
			main.request<OneJob>('GET', `/v2/jobs/${job.id}/wait`),
			new Client({ ...other, url: other.syncUrl }).request<OneJob>('GET', `/v2/jobs/${job.id}`),
		];
		await main.request<OneJob>('GET', `/v2/jobs/${job.id}/wait?timeout=1`);
		await other.stop();

		const answers = await Promise.all(waits);

		expect(answers.map(({ body }) => body.data.status)).toEqual(['waiting', 'waiting']);
	});
});
