import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const broken = { operation: 'import/raw', filename: 'broken.pdf', file: 'This is no PDF.' };
const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };

describe('a diamond', () => {
	it('runs each task once, and the two in the middle side by side', async () => {
		const job = await client.run(
			{
				top: { operation: 'import/upload' },
				left: { operation: 'convert', input: 'top', output_format: 'pdf' },
				right: { operation: 'convert', input: 'top', output_format: 'pdf', pages: '2-3' },
				bottom: { operation: 'merge', input: ['left', 'right'], output_format: 'pdf' },
				out: { operation: 'export/url', input: 'bottom' },
			},
			{ top: fixture('office/pages-12.docx') },
		);
		const database = new DatabaseSync(path.join(service.data, 'filemill.sqlite'), {
			readOnly: true,
		});
		const tasks = database
			.prepare(
				'SELECT name, attempt, started_at, ended_at FROM tasks WHERE job_id = ? ORDER BY position',
			)
			.all(job.id);
		database.close();
		const time = (name: string, column: string) =>
			Number(tasks.find((task) => task.name === name)?.[column]);

		expect(job.status).toBe('finished');
		expect(find(job, 'bottom').result?.pages).toBe(14);
		expect(tasks.map((task) => task.attempt)).toEqual([0, 1, 1, 1, 1]);
		expect(time('left', 'started_at')).toBeLessThanOrEqual(time('right', 'ended_at'));
		expect(time('right', 'started_at')).toBeLessThanOrEqual(time('left', 'ended_at'));
		expect(time('bottom', 'started_at')).toBeGreaterThanOrEqual(
			Math.max(time('left', 'ended_at'), time('right', 'ended_at')),
		);
	});
});

describe('a task that fails', () => {
	it('ends the tasks after it, names itself there, and fails the job', async () => {
		const job = await client.run({
			a: broken,
			b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90' },
			c: { operation: 'export/url', input: 'b' },
			d: note,
		});

		expect(job.status).toBe('error');
		expect(find(job, 'b')).toMatchObject({ status: 'error', result: null, credits: null });
		expect(find(job, 'b').message).toMatch(/"broken\.pdf"/);
		expect(find(job, 'c')).toMatchObject({
			status: 'error',
			code: 'INPUT_TASK_FAILED',
			message: 'Its input task "b" failed, so this task could not run.',
		});
		expect(find(job, 'd').status).toBe('finished');
	});

	it('does not fail the job when its failure is to be ignored', async () => {
		const job = await client.run({
			a: broken,
			b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90', ignore_error: true },
			c: { operation: 'export/url', input: 'b' },
			d: note,
		});

		expect(job.status).toBe('finished');
		expect(find(job, 'c').code).toBe('INPUT_TASK_FAILED');
	});

	it.each([
		[
			'a file that is no document',
			{ operation: 'import/raw', filename: 'a.docx', file: '\u0001\u0002 no' },
			/INVALID_FILE|FORMAT_MISMATCH/,
			/"a\.docx"/,
		],
		[
			'an empty file',
			{ operation: 'import/raw', filename: 'a.docx', file: '' },
			/EMPTY_FILE/,
			/"a\.docx" is empty/,
		],
	])('says what is wrong with %s', async (_what, file, code, words) => {
		const job = await client.run({
			a: file,
			b: { operation: 'convert', input: 'a', output_format: 'pdf' },
		});

		expect(find(job, 'b').code).toMatch(code);
		expect(find(job, 'b').message).toMatch(words);
	});

	it('asks for the password of a protected document, and takes it', async () => {
		const tasks = (password?: string) => ({
			a: { operation: 'import/upload' },
			b: { operation: 'convert', input: 'a', output_format: 'pdf', password },
		});
		const uploads = { a: fixture('office/password-protected.docx') };

		const without = await client.run(tasks(), uploads);
		const wrong = await client.run(tasks('not this'), uploads);

		expect(find(without, 'b')).toMatchObject({ code: 'PASSWORD_REQUIRED' });
		expect(find(without, 'b').message).toMatch(/"password"/);
		expect(find(wrong, 'b')).toMatchObject({ code: 'WRONG_PASSWORD' });
		const payload = await client.request('GET', `/v2/tasks/${find(wrong, 'b').id}?include=payload`);
		expect(payload.text).not.toContain('not this');
	});

	it.each([
		['a private address', 'http://127.0.0.1:9/a.docx', /allow/i],
		['a private address in disguise', 'http://2130706433/a.docx', /allow/i],
		['a name that does not exist', 'http://nothing.invalid/a.docx', /nothing\.invalid/],
	])('says why it cannot import from %s', async (_what, url, words) => {
		const job = await client.run({ a: { operation: 'import/url', url } });

		expect(find(job, 'a').status).toBe('error');
		expect(find(job, 'a').message).toMatch(words);
	});
});

describe('a task that is cancelled', () => {
	it('ends with the tasks after it, whether it waits or runs', async () => {
		const job = await client.submit({
			a: { operation: 'import/upload' },
			b: { operation: 'export/url', input: 'a' },
		});

		const answer = await client.request<{ data: { status: string; code: string } }>(
			'POST',
			`/v2/tasks/${find(job, 'a').id}/cancel`,
		);
		const ended = await client.wait(job.id);

		expect(answer.status).toBe(200);
		expect(answer.body.data).toMatchObject({ status: 'error', code: 'CANCELLED' });
		expect(ended.status).toBe('error');
		expect(find(ended, 'b').code).toBe('INPUT_TASK_FAILED');
	});

	it('cannot be cancelled twice', async () => {
		const job = await client.run({ a: note });

		const answer = await client.request('POST', `/v2/tasks/${find(job, 'a').id}/cancel`);

		expect(answer.status).toBe(409);
		expect(answer.body).toMatchObject({ code: 'INVALID_STATE' });
	});
});
