import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	type Answer,
	Client,
	find,
	type JobAnswer,
	type TaskAnswer,
} from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

type OneTask = { data: TaskAnswer };

function post(operation: string, body?: unknown): Promise<Answer<OneTask>> {
	return client.request<OneTask>('POST', `/v2/${operation}`, { body });
}

async function create(operation: string, body?: unknown): Promise<TaskAnswer> {
	const answer = await post(operation, body);
	if (answer.status !== 201) throw new Error(`The task was refused: ${answer.text}`);
	return answer.body.data;
}

async function wait(id: string): Promise<TaskAnswer> {
	return (await client.request<OneTask>('GET', `/v2/tasks/${id}/wait`)).body.data;
}

async function read(id: string, query = ''): Promise<Answer<OneTask>> {
	return client.request<OneTask>('GET', `/v2/tasks/${id}${query}`);
}

const note = (file = 'Hello.', filename = 'note.txt') => create('import/raw', { file, filename });

async function statusOf(url: string | undefined): Promise<number> {
	const response = await fetch(url ?? '');
	await response.arrayBuffer();
	return response.status;
}

describe('POST /v2/<operation>', () => {
	it('turns a file into another by tasks that name each other by id', async () => {
		const upload = await create('import/upload');
		const turned = await create('pdf/rotate-pages', { input: upload.id, rotation: '+90' });
		const exported = await create('export/url', { input: [turned.id] });
		await client.send(upload, fixture('pdf/pages-3.pdf'), 'three.pdf');
		const done = await wait(exported.id);

		expect(upload).toMatchObject({ status: 'waiting', job_id: null, percent: 0 });
		expect(upload).not.toHaveProperty('name');
		expect(turned).toMatchObject({ status: 'waiting', depends_on_task_ids: [upload.id] });
		expect(done).toMatchObject({ status: 'finished', code: null, percent: 100 });
		expect(done.result?.files?.[0]?.filename).toBe('three.pdf');
		const pdf = await fetch(done.result?.files?.[0]?.url ?? '');
		const file = path.join(service.data, 'turned.pdf');
		writeFileSync(file, Buffer.from(await pdf.arrayBuffer()));
		const info = execFileSync('pdfinfo', ['-l', '3', file], { encoding: 'utf8' });
		expect(info.match(/rot: +90/g)).toHaveLength(3);
	});

	it('answers as compactly as a job', async () => {
		const answer = await post('import/raw', { file: 'a', filename: 'a.txt' });

		expect(answer.text).toMatch(/^\{"data":\{"id":"/);
	});

	it('takes files of tasks that have ended, in a job and outside', async () => {
		const job = await client.run({ a: { operation: 'import/raw', file: 'a', filename: 'a.txt' } });
		const other = await note('b', 'b.txt');
		await wait(other.id);
		const archive = await create('archive', {
			input: [find(job, 'a').id, other.id],
			output_format: 'zip',
		});

		expect((await wait(archive.id)).status).toBe('finished');
	});

	it('ignores a name and an operation in the body, and null for what is unset', async () => {
		const task = await create('import/raw', {
			operation: 'import/raw',
			name: 'my import',
			file: 'a',
			filename: 'a.txt',
			timeout: null,
		});

		expect((await wait(task.id)).result).not.toHaveProperty('warnings');
	});

	it('refuses what is wrong with the parameter and the reason', async () => {
		const upload = await create('import/upload');
		const answers = await Promise.all([
			post('pdf/rotate-pages', { input: 'import-1', rotation: '+90' }),
			post('pdf/rotate-pages', { input: upload.id, rotation: 'left' }),
			post('pdf/rotate-pages'),
			post('pdf/rotate-pages', [upload.id]),
			post('convert', { input: upload.id, input_format: 'docx', output_format: 'exe' }),
		]);

		expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
			[
				{ input: [expect.stringContaining('there is no task with that id')] },
				{ rotation: [expect.stringContaining('but is "left"')] },
				expect.objectContaining({ input: [expect.stringContaining('needs the parameter')] }),
				{ operation: [expect.stringContaining('must be a JSON object')] },
				{ output_format: [expect.any(String)] },
			].map((errors) => ({
				status: 422,
				body: { code: 'INVALID_DATA', message: expect.any(String), errors },
			})),
		);
	});

	it('fails with its input, whether that fails before or after', async () => {
		const upload = await create('import/upload');
		const early = await create('export/url', { input: upload.id });
		await client.request('POST', `/v2/tasks/${upload.id}/cancel`);
		const late = await create('export/url', { input: upload.id });

		for (const id of [early.id, late.id])
			expect((await read(id)).body.data).toMatchObject({
				status: 'error',
				code: 'INPUT_TASK_FAILED',
				message: `Its input task "${upload.id}" failed, so this task could not run.`,
			});
	});

	it('keeps the file that it exports when the task it came from is deleted', async () => {
		const source = await note('Kept.');
		const exported = await wait((await create('export/url', { input: source.id })).id);
		const url = exported.result?.files?.[0]?.url;

		await client.request('DELETE', `/v2/tasks/${source.id}`);

		expect((await read(source.id)).status).toBe(404);
		expect(await (await fetch(url ?? '')).text()).toBe('Kept.');
		await client.request('DELETE', `/v2/tasks/${exported.id}`);
		expect(await statusOf(url)).toBe(404);
	});

	it('shows nothing of itself among jobs', async () => {
		await client.submit({ a: { operation: 'import/raw', file: 'a', filename: 'a.txt' } });
		await note();

		const { body } = await client.request<{ data: JobAnswer[] }>('GET', '/v2/jobs?include=tasks');

		expect(body.data.map((job) => job.tasks[0]?.job_id)).toEqual(body.data.map((job) => job.id));
	});
});

describe('GET /v2/tasks', () => {
	it('lists the newest first in pages, by operation and state', async () => {
		const ids: string[] = [];
		for (const letter of ['x', 'y', 'z']) {
			const task = await create('export/url', { input: (await note(letter)).id });
			ids.unshift((await wait(task.id)).id);
		}
		const list = async (query: string) =>
			(
				await client.request<{ data: TaskAnswer[]; links: { next: string | null } }>(
					'GET',
					`/v2/tasks?filter[operation]=export/url&filter[status]=finished&${query}`,
				)
			).body;

		const first = await list('per_page=2');
		const second = await list('per_page=2&page=2&filter[job_id]=');

		expect([...first.data, ...second.data].map((task) => task.id).slice(0, 3)).toEqual(ids);
		expect(first.links.next).toContain('page=2');
	});

	it('adds what is asked for', async () => {
		const source = await note();
		const task = await wait((await create('export/url', { input: source.id, inline: true })).id);
		const include = '?include=payload,depends_on_tasks,job,retries';

		const plain = await read(task.id);
		const full = await read(task.id, include);

		expect(Object.keys(plain.body.data)).not.toContain('payload');
		expect(full.body.data).toMatchObject({
			payload: { input: source.id, inline: true },
			depends_on_tasks: { [source.id]: source.id },
			job: null,
			retries: [],
		});
	});
});

describe('DELETE /v2/tasks/{id}', () => {
	it('ends what waits for the task, in its job and outside', async () => {
		const job = await client.submit({
			a: { operation: 'import/upload' },
			b: { operation: 'export/url', input: 'a' },
		});
		const outside = await create('export/url', { input: find(job, 'a').id });

		const deleted = await client.request('DELETE', `/v2/tasks/${find(job, 'a').id}`);
		const ended = await client.wait(job.id);

		expect(deleted.status).toBe(204);
		expect(deleted.text).toBe('');
		expect(ended.status).toBe('error');
		expect(ended.tasks.map((task) => task.name)).toEqual(['b']);
		expect(find(ended, 'b').code).toBe('INPUT_TASK_FAILED');
		expect((await read(outside.id)).body.data.code).toBe('INPUT_TASK_FAILED');
	});

	it('leaves the files that others of the job have in common with it', async () => {
		const job = await client.run({
			a: { operation: 'import/raw', file: 'same', filename: 'a.txt' },
			b: { operation: 'export/url', input: 'a' },
		});
		const url = find(job, 'b').result?.files?.[0]?.url;

		await client.request('DELETE', `/v2/tasks/${find(job, 'a').id}`);
		expect(await statusOf(url)).toBe(200);

		await client.request('DELETE', `/v2/tasks/${find(job, 'b').id}`);
		expect(await statusOf(url)).toBe(404);
		expect((await client.request<{ data: JobAnswer }>('GET', `/v2/jobs/${job.id}`)).status).toBe(
			200,
		);
	});

	it('ends what waits outside of a job that is deleted', async () => {
		const job = await client.submit({ a: { operation: 'import/upload' } });
		const outside = await create('export/url', { input: find(job, 'a').id });

		await client.request('DELETE', `/v2/jobs/${job.id}`);

		expect((await wait(outside.id)).code).toBe('INPUT_TASK_FAILED');
	});
});
