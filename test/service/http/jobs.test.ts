import { execFileSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, download, find, type JobAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;
let web: Server;
let report: string;

beforeAll(async () => {
	web = createServer((_request, response) => {
		createReadStream(fixture('office/pages-3.docx')).pipe(response);
	});
	await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
	const address = web.address();
	report = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/report.docx`;
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1', FILEMILL_REGION: 'attic' });
	client = new Client(service);
});

afterAll(async () => {
	web.close();
	await service.stop();
});

const text = (name: string, content = 'Hello.') => ({
	operation: 'import/raw',
	filename: name,
	file: content,
});

describe('POST /v2/jobs', () => {
	it('turns a Word file at an address into a PDF with its text', async () => {
		const created = await client.submit({
			'import-1': { operation: 'import/url', url: report },
			'convert-1': { operation: 'convert', input: 'import-1', output_format: 'pdf' },
			'export-1': { operation: 'export/url', input: ['convert-1'] },
		});
		const job = await client.wait(created.id);

		expect(created.status).toBe('waiting');
		expect(job.status).toBe('finished');
		expect(find(job, 'export-1').result?.files?.[0]).toMatchObject({ filename: 'report.pdf' });
		const [pdf] = await download(job, 'export-1');
		const file = path.join(service.data, 'fetched.pdf');
		writeFileSync(file, pdf ?? '');
		expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(/Pages:\s+3/);
		expect(execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })).toContain('Page 3');
	});

	it('shows every field of a job and its tasks', async () => {
		const job = await client.run({
			note: text('note.txt'),
			look: { operation: 'metadata', input: 'note' },
		});
		const task = find(job, 'look');

		expect(job).toMatchObject({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			tag: null,
			status: 'finished',
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
			started_at: expect.stringMatching(/\+00:00$/),
			ended_at: expect.stringMatching(/\+00:00$/),
			links: { self: `${service.url}/v2/jobs/${job.id}` },
		});
		expect(task).toMatchObject({
			name: 'look',
			job_id: job.id,
			operation: 'metadata',
			status: 'finished',
			credits: 0,
			code: null,
			message: null,
			percent: 100,
			engine: 'exiftool',
			engine_version: expect.stringMatching(/^\d+\.\d+$/),
			payload: { input: 'note' },
			result: { metadata: { FileName: 'note.txt', FileType: 'TXT' } },
			retry_of_task_id: null,
			copy_of_task_id: null,
			region: 'attic',
			depends_on_task_ids: [find(job, 'note').id],
			links: { self: `${service.url}/v2/tasks/${task.id}` },
		});
	});

	it('answers a single object as exactly {"data":…}', async () => {
		const answer = await client.request('POST', '/v2/jobs', {
			body: { tasks: { a: text('a.txt') } },
		});

		expect(answer.text).toMatch(/^\{"data":\{"id":"/);
		expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
		expect(answer.headers.get('cache-control')).toBe('no-cache, private');
	});

	it('takes null for what is unset', async () => {
		const answer = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
			body: { tag: null, webhook_url: null, tasks: { a: { ...text('a.txt'), timeout: null } } },
		});

		expect(answer.status).toBe(201);
		expect(answer.body.data.tag).toBeNull();
	});

	it('says which parameters it does not know', async () => {
		const job = await client.run({
			a: text('a.txt'),
			b: { operation: 'metadata', input: 'a', colour: 'red' },
		});

		expect(find(job, 'b').result?.warnings).toEqual([
			'Parameter "colour" is not known to metadata and has no effect.',
		]);
	});

	it('gives the same job for the same Idempotency-Key', async () => {
		const headers = { 'Idempotency-Key': 'run 1 of node 7' };
		const first = await client.submit({ a: text('a.txt') }, headers);
		const second = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
			body: { tasks: { a: text('a.txt') } },
			headers,
		});

		expect(second.body.data.id).toBe(first.id);
		expect(second.headers.get('idempotent-replayed')).toBe('true');
	});

	it('gives one job when the same Idempotency-Key comes many times at once', async () => {
		const headers = { 'Idempotency-Key': 'all at once' };
		const jobs = await Promise.all(
			Array.from({ length: 10 }, () => client.submit({ a: text('a.txt') }, headers)),
		);

		expect(new Set(jobs.map((job) => job.id)).size).toBe(1);
	});

	it('refuses an Idempotency-Key that comes again with another job', async () => {
		const headers = { 'Idempotency-Key': 'used' };
		await client.submit({ a: text('a.txt') }, headers);

		const answer = await client.request('POST', '/v2/jobs', {
			body: { tasks: { a: text('b.txt') } },
			headers,
		});

		expect(answer.status).toBe(422);
		expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
	});

	it('starts a new job for the Idempotency-Key of a failed one', async () => {
		const headers = { 'Idempotency-Key': 'fails' };
		const tasks = {
			a: text('a.docx', 'not a Word file'),
			b: { operation: 'convert', input: 'a', output_format: 'pdf' },
		};
		const first = await client.submit(tasks, headers);
		expect((await client.wait(first.id)).status).toBe('error');

		const second = await client.submit(tasks, headers);

		expect(second.id).not.toBe(first.id);
	});
});

describe('reading jobs', () => {
	it('waits no longer than asked', async () => {
		const job = await client.submit({ a: { operation: 'import/upload' } });

		const answer = await client.request<{ data: JobAnswer }>(
			'GET',
			`/v2/jobs/${job.id}/wait?timeout=1`,
		);

		expect(answer.status).toBe(200);
		expect(answer.body.data.status).toBe('waiting');
	});

	it('lists jobs newest first, in pages, without tasks unless asked', async () => {
		for (const name of ['x', 'y', 'z']) {
			await client.request('POST', '/v2/jobs', {
				body: { tag: 'listed', tasks: { [name]: text('a.txt') } },
			});
		}
		const list = async (query: string) =>
			(
				await client.request<{
					data: JobAnswer[];
					links: Record<string, string | null>;
					meta: Record<string, unknown>;
				}>('GET', `/v2/jobs?filter[tag]=listed&filter[status]=&${query}`)
			).body;

		const first = await list('per_page=2');
		const second = await list('per_page=2&page=2&include=tasks');

		expect(first.data).toHaveLength(2);
		expect(first.data[0]).not.toHaveProperty('tasks');
		expect(first.meta).toMatchObject({ current_page: 1, from: 1, to: 2, per_page: 2 });
		expect(first.links.next).toContain('page=2');
		expect(second.data).toHaveLength(1);
		expect(second.data[0]?.tasks[0]?.name).toBe('x');
		expect(second.links.next).toBeNull();
		const next = await fetch(first.links.next ?? '', {
			headers: { Authorization: `Bearer ${service.apiKey}` },
		});
		expect((await next.json()).data).toHaveLength(1);
	});

	it('lists tasks by job, state and operation', async () => {
		const job = await client.run({
			a: text('a.txt'),
			b: { operation: 'metadata', input: 'a' },
		});

		const answer = await client.request<{ data: JobAnswer['tasks'] }>(
			'GET',
			`/v2/tasks?filter[job_id]=${job.id}&filter[status]=finished&filter[operation]=metadata`,
		);

		expect(answer.body.data.map((task) => task.name)).toEqual(['b']);
	});

	it('reads a task where its link leads, with its payload if asked', async () => {
		const job = await client.run({ a: text('a.txt') });

		const plain = await client.request<{ data: JobAnswer['tasks'][0] }>(
			'GET',
			find(job, 'a').links.self,
		);
		const full = await client.request<{ data: JobAnswer['tasks'][0] }>(
			'GET',
			`${find(job, 'a').links.self}?include=payload`,
		);

		expect(plain.body.data.id).toBe(find(job, 'a').id);
		expect(plain.body.data).not.toHaveProperty('payload');
		expect(full.body.data.payload).toMatchObject({ filename: 'a.txt' });
	});

	it('deletes a job with its tasks and files', async () => {
		const job = await client.run({
			a: text('a.txt'),
			out: { operation: 'export/url', input: 'a' },
		});
		const url = find(job, 'out').result?.files?.[0]?.url ?? '';

		const deleted = await client.request('DELETE', `/v2/jobs/${job.id}`);

		expect(deleted.status).toBe(204);
		expect(deleted.text).toBe('');
		expect((await client.request('GET', `/v2/jobs/${job.id}`)).status).toBe(404);
		expect((await client.request('GET', `/v2/tasks/${find(job, 'a').id}`)).status).toBe(404);
		expect((await fetch(url)).status).toBe(404);
	});

	it('answers 404 with a JSON body for what is not there', async () => {
		const nothing = '/v2/jobs/6559c281-ed85-4728-80db-414561c631e9';
		for (const path of [
			nothing,
			`${nothing}/wait`,
			nothing.replace('jobs', 'tasks'),
			'/v2/nothing',
		]) {
			const answer = await client.request('GET', path);

			expect(answer.status).toBe(404);
			expect(answer.body).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) });
		}
	});
});

describe('what the service says of itself', () => {
	it('lists operations with the engines that are there, without a key', async () => {
		const response = await fetch(
			`${service.url}/v2/operations?filter[operation]=convert&filter[input_format]=docx&filter[output_format]=pdf&include=options,engine_versions`,
		);
		const { data } = await response.json();

		expect(data).toHaveLength(1);
		expect(data[0]).toMatchObject({ engine: 'libreoffice', alternatives: false, credits: 1 });
		expect(data[0].options.map((option: { name: string }) => option.name)).toContain('pages');
		expect(data[0].engine_versions).toHaveLength(1);
	});

	it('describes itself in OpenAPI 3.1 and says that it is well', async () => {
		const openapi = await (await fetch(`${service.url}/openapi.json`)).json();
		const health = await (await fetch(`${service.url}/health`)).json();

		expect(openapi.openapi).toBe('3.1.0');
		expect(Object.keys(openapi.components.schemas)).toContain('PdfRotatePagesRequest');
		expect(health).toMatchObject({ status: 'ok', isolation: { sandboxed: true } });
	});
});
