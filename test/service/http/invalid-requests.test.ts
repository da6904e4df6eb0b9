import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Refusal } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };
const convert = { operation: 'convert', input: 'a', output_format: 'pdf' };

const refused: readonly [what: string, body: unknown, field: string, words: RegExp][] = [
	['a body that is no object', [], 'tasks', /JSON object/],
	['no tasks', {}, 'tasks', /"tasks" must be an object/],
	['empty tasks', { tasks: {} }, 'tasks', /at least one task/],
	['a task that is no object', { tasks: { a: 'x' } }, 'tasks.a', /Task "a" must be an object/],
	['no operation', { tasks: { a: {} } }, 'tasks.a.operation', /Task "a" has no "operation"/],
	[
		'an unknown operation',
		{ tasks: { a: { operation: 'pdf/fold' } } },
		'tasks.a.operation',
		/Task "a" has the unknown operation "pdf\/fold"\. There are: .*pdf\/rotate-pages/,
	],
	[
		'an unknown task in input',
		{ tasks: { a: note, b: { ...convert, input: 'nobody' } } },
		'tasks.b.input',
		/Task "b" uses "nobody" as "input", but the job has no task of that name/,
	],
	[
		'an unknown task in a list of inputs',
		{ tasks: { a: note, b: { operation: 'merge', input: ['a', 'c'], output_format: 'pdf' } } },
		'tasks.b.input',
		/"c"/,
	],
	[
		'a task as its own input',
		{ tasks: { a: { ...convert, input: 'a' } } },
		'tasks.a.input',
		/Task "a" has itself as "input"/,
	],
	[
		'tasks in a circle',
		{
			tasks: {
				a: { ...convert, input: 'c' },
				b: { ...convert, input: 'a' },
				c: { ...convert, input: 'b' },
			},
		},
		'tasks.a.input',
		/wait for each other: "a" → "b" → "c" → "a"/,
	],
	[
		'a task name with a blank',
		{ tasks: { 'a b': note } },
		'tasks.a b',
		/task name "a b" must be 1 to 128/,
	],
	['a task name with a path', { tasks: { '../a': note } }, 'tasks.../a', /letters, digits/],
	[
		'a missing parameter',
		{ tasks: { a: note, b: { operation: 'pdf/rotate-pages', input: 'a' } } },
		'tasks.b.rotation',
		/Task "b" needs the parameter "rotation"/,
	],
	[
		'a missing input',
		{ tasks: { b: { operation: 'metadata' } } },
		'tasks.b.input',
		/needs the parameter "input"/,
	],
	[
		'a wrong type',
		{ tasks: { a: note, b: { ...convert, width: 'wide' } } },
		'tasks.b.width',
		/Task "b": parameter "width" must be a number, but is "wide"/,
	],
	[
		'a wrong type of input',
		{ tasks: { a: note, b: { ...convert, input: 7 } } },
		'tasks.b.input',
		/must be a task name or a list of task names, but is 7/,
	],
	[
		'a value that is not in the list',
		{ tasks: { a: note, b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '45' } } },
		'tasks.b.rotation',
		/must be one of "\+90".*but is "45"/,
	],
	...['-1', '0', 'r0', '3-1', 'r1-r3', '1--', 'x', '', '99999999999'].map(
		(pages): [string, unknown, string, RegExp] => [
			`the page list ${JSON.stringify(pages)}`,
			{ tasks: { a: note, b: { operation: 'pdf/extract-pages', input: 'a', pages } } },
			'tasks.b.pages',
			/parameter "pages" (must list pages counted from 1|has a range that ends before it begins)/,
		],
	),
	...[0, -1, 1.5, 1e12, '60'].map((timeout): [string, unknown, string, RegExp] => [
		`the timeout ${JSON.stringify(timeout)}`,
		{ tasks: { a: { ...note, timeout } } },
		'tasks.a.timeout',
		/parameter "timeout" must be/,
	]),
	...['ftp://example.com/a', 'file:///etc/passwd', 'http://a b', 'nonsense', 'javascript:1'].map(
		(url): [string, unknown, string, RegExp] => [
			`the address ${url}`,
			{ tasks: { a: { operation: 'import/url', url } } },
			'tasks.a.url',
			/must be an http or https address/,
		],
	),
	[
		'a format that nothing converts to',
		{ tasks: { a: note, b: { ...convert, input_format: 'docx', output_format: 'mp3' } } },
		'tasks.b.output_format',
		/Task "b": .*mp3/,
	],
	[
		'an engine that does not do this',
		{ tasks: { a: note, b: { ...convert, engine: 'exiftool' } } },
		'tasks.b.engine',
		/Task "b": .*exiftool/,
	],
	[
		'text that is no base64',
		{ tasks: { a: { operation: 'import/base64', filename: 'a.txt', file: 'a$b' } } },
		'tasks.a.file',
		/must be base64 text/,
	],
	[
		'a header that would break the request',
		{
			tasks: {
				a: {
					operation: 'import/url',
					url: 'http://example.com/',
					headers: { 'X-A': 'b\r\nHost: c' },
				},
			},
		},
		'tasks.a.headers.X-A',
		/header value that HTTP forbids/,
	],
	...[0, 1.5, '60', 86_401].map((seconds): [string, unknown, string, RegExp] => [
		`the life ${JSON.stringify(seconds)}`,
		{ expires_in: seconds, tasks: { a: note } },
		'expires_in',
		/"expires_in" must be whole seconds from 1 to 86400/,
	]),
	['a tag that is no text', { tag: 7, tasks: { a: note } }, 'tag', /"tag" must be a text/],
	[
		'a webhook address of another kind',
		{ webhook_url: 'ftp://example.com/', tasks: { a: note } },
		'webhook_url',
		/"webhook_url" must be an http or https address/,
	],
	[
		'a webhook address in a private network',
		{ webhook_url: 'http://127.0.0.1:9/hook', tasks: { a: note } },
		'webhook_url',
		/"127\.0\.0\.1" is in a private .*FILEMILL_ALLOW_ADDRESSES/,
	],
	[
		'more tasks than a job may have',
		{ tasks: Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`t${index}`, note])) },
		'tasks',
		/at most 1000 tasks; this one has 1001/,
	],
];

describe('a job that cannot run', () => {
	it.each(refused)(
		'is refused with the field and the reason: %s',
		async (_what, body, field, words) => {
			const answer = await client.request<Refusal>('POST', '/v2/jobs', { body });

			expect(answer.status).toBe(422);
			expect(answer.body.code).toBe('INVALID_DATA');
			expect(answer.body.errors?.[field]?.join(' ')).toMatch(words);
			expect(answer.body.message).toBe(answer.body.message.trim());
		},
	);

	it('names every fault at once', async () => {
		const answer = await client.request<Refusal>('POST', '/v2/jobs', {
			body: { tasks: { a: { operation: 'import/raw' }, b: { operation: 'nothing' } } },
		});

		expect(Object.keys(answer.body.errors ?? {})).toEqual([
			'tasks.a.file',
			'tasks.a.filename',
			'tasks.b.operation',
		]);
		expect(answer.body.message).toMatch(/\(and 2 more\)$/);
	});

	it('leaves nothing behind', async () => {
		await client.request('POST', '/v2/jobs', {
			body: { tasks: { a: note, b: { ...convert, input: 'nobody' } } },
		});

		const { body } = await client.request<{ data: unknown[] }>('GET', '/v2/jobs');
		expect(body.data).toEqual([]);
		expect(readdirSync(path.join(service.data, 'files'))).toEqual([]);
		expect(readdirSync(path.join(service.data, 'work'))).toEqual([]);
	});

	it('never repeats a secret', async () => {
		const answer = await client.request('POST', '/v2/jobs', {
			body: { tasks: { a: note, b: { ...convert, password: ['hunter2'] } } },
		});

		expect(answer.status).toBe(422);
		expect(answer.text).toContain('password');
		expect(answer.text).not.toContain('hunter2');
	});
});

describe('a request that cannot be read', () => {
	it.each([
		['broken JSON', '{"tasks":', 400, 'INVALID_JSON'],
		[
			'a poisoned prototype',
			'{"tasks":{"__proto__":{"operation":"import/raw"}}}',
			400,
			'INVALID_JSON',
		],
	])('is refused: %s', async (_what, body, status, code) => {
		const answer = await client.request<Refusal>('POST', '/v2/jobs', { body });

		expect(answer.status).toBe(status);
		expect(answer.body.code).toBe(code);
	});

	it('is refused when it is too large', async () => {
		const small = await startService({ FILEMILL_MAX_BODY: '1KiB' });
		try {
			const answer = await new Client(small).request<Refusal>('POST', '/v2/jobs', {
				body: { tasks: { a: { ...note, file: 'x'.repeat(2000) } } },
			});

			expect(answer.status).toBe(413);
			expect(answer.body).toMatchObject({
				code: 'BODY_TOO_LARGE',
				message: expect.stringContaining('import/upload'),
			});
		} finally {
			await small.stop();
		}
	});

	it.each([
		['no key', undefined],
		['a wrong key', 'Bearer wrong'],
		['another scheme', 'Basic dGVzdDp0ZXN0'],
	])('is refused without the right key: %s', async (_what, authorization) => {
		for (const path of ['/v2/jobs', '/v2/tasks', '/v2/users/me', '/v2/jobs/x/wait']) {
			const response = await fetch(service.url + path, {
				headers: authorization ? { Authorization: authorization } : {},
			});

			expect(response.status).toBe(401);
			expect(response.statusText).toBe('Unauthorized');
			expect(await response.json()).toEqual({
				message: 'Unauthenticated.',
				code: 'UNAUTHENTICATED',
			});
		}
	});

	it('is refused when a query value is not understood', async () => {
		const answer = await client.request<Refusal>('GET', '/v2/jobs?filter[status]=sleeping');

		expect(answer.status).toBe(422);
		expect(answer.body.message).toBe(
			'Query value "filter[status]" must be one of waiting, processing, finished, error, but is "sleeping".',
		);
	});
});
