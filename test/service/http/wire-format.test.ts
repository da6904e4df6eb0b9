import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find, type JobAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

// What strict clients of the hosted API trip over; each case names the client that does.

let service: TestService;
let client: Client;
let varied: Promise<JobAnswer>;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	varied = variedJob();
});

afterAll(() => service.stop());

interface Raw {
	readonly status: number | undefined;
	readonly phrase: string | undefined;
	readonly type: string | undefined;
	readonly body: string;
}

/** Sends a request with exactly these headers and tells the status line. */
function send(
	method: string,
	path: string,
	options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Raw> {
	return new Promise((resolve, reject) => {
		const headers = { Authorization: `Bearer ${service.apiKey}`, ...options.headers };
		request(new URL(path, service.url), { method, headers }, async (response) => {
			resolve({
				status: response.statusCode,
				phrase: response.statusMessage,
				type: response.headers['content-type'],
				body: await text(response),
			});
		})
			.on('error', reject)
			.end(options.body);
	});
}

const note = { operation: 'import/raw', file: 'Hello.', filename: 'note.txt' };
const json = { 'Content-Type': 'application/json' };

/** A job in which there is something of all: an upload that waits, an error, metadata, files. */
async function variedJob(): Promise<JobAnswer> {
	const job = await client.submit({
		upload: { operation: 'import/upload' },
		note,
		broken: { ...note, filename: 'a.pdf' },
		look: { operation: 'metadata', input: 'note' },
		pack: { operation: 'archive', input: ['note'], output_format: 'zip' },
		turn: { operation: 'pdf/rotate-pages', input: 'broken', rotation: '+90' },
		out: { operation: 'export/url', input: 'pack' },
	});
	const running = ['note', 'broken', 'look', 'pack', 'turn', 'out'];
	return client.until(job.id, (now) =>
		running.every((name) => /finished|error/.test(find(now, name).status)),
	);
}

describe('a job', () => {
	it('has whole numbers, never null, where .NET reads numbers', async () => {
		for (const task of (await varied).tasks)
			expect(task).toMatchObject({
				percent: expect.any(Number),
				user_id: expect.any(Number),
				priority: expect.any(Number),
			});
	});

	it('has no state that .NET and Java do not know', async () => {
		const job = await varied;

		expect(['waiting', 'processing', 'finished', 'error']).toContain(job.status);
		expect(new Set(job.tasks.map((task) => task.status))).toEqual(
			new Set(['waiting', 'finished', 'error']),
		);
	});

	it('has files of plain values and a size, as Java and .NET read them', async () => {
		const files = (await varied).tasks.flatMap((task) => task.result?.files ?? []);

		expect(files.length).toBeGreaterThan(2);
		for (const file of files) {
			expect(Object.values(file).map((value) => typeof value)).not.toContain('object');
			expect(file.size).toBeGreaterThan(0);
		}
	});

	it('has metadata of plain values, as Java reads it', async () => {
		const { metadata } = find(await varied, 'look').result ?? {};

		expect(Object.values(metadata ?? {}).map((value) => typeof value)).not.toContain('object');
	});

	it('has no payload and no retries unless they are asked for, for Java and .NET', async () => {
		for (const task of (await varied).tasks.filter(({ name }) => name !== 'look')) {
			expect(task).not.toHaveProperty('payload');
			expect(task).not.toHaveProperty('retries');
		}
	});

	it('has an upload form whose parameters are an object of texts, for .NET', async () => {
		const { form } = find(await varied, 'upload').result ?? {};

		expect(form?.url).toMatch(/^http:/);
		expect(form?.parameters).toEqual(expect.any(Object));
		for (const value of Object.values(form?.parameters ?? {})) expect(typeof value).toBe('string');
	});
});

describe('an answer', () => {
	it('begins with "data" and holds no blank where Java cuts it', async () => {
		const job = await varied;
		const paths = [`/v2/jobs/${job.id}`, `/v2/tasks/${find(job, 'look').id}`, '/v2/users/me'];

		for (const path of paths) {
			const { body } = await send('GET', path);
			expect(body).toBe(JSON.stringify({ data: JSON.parse(body).data }));
		}
	});

	it.each([
		['401', 'GET', '/v2/jobs', { Authorization: 'Bearer wrong' }, undefined, 'Unauthorized'],
		['404', 'GET', '/v2/jobs/nothing', {}, undefined, 'Not Found'],
		['404', 'GET', '/v2/nothing', {}, undefined, 'Not Found'],
		['422', 'POST', '/v2/jobs', json, '{"tasks":{}}', 'Unprocessable Entity'],
		['422', 'POST', '/v2/convert', json, '{}', 'Unprocessable Entity'],
		['400', 'POST', '/v2/jobs', json, '{"tasks":', 'Bad Request'],
		['415', 'POST', '/v2/jobs', { 'Content-Type': 'text/xml' }, '<a/>', 'Unsupported Media Type'],
	])(
		'of %s to %s %s has a JSON body and the usual words',
		async (status, method, path, headers, body, phrase) => {
			const answer = await send(method, path, { headers: { ...headers }, ...(body && { body }) });

			expect(answer).toMatchObject({
				status: Number(status),
				phrase,
				type: expect.stringMatching(/^application\/json/),
			});
			expect(JSON.parse(answer.body)).toMatchObject({
				message: expect.any(String),
				code: expect.any(String),
			});
		},
	);

	it('says "Unauthenticated." for a wrong key and for none', async () => {
		const none = await fetch(`${service.url}/v2/jobs`);
		const wrong = await send('GET', '/v2/jobs', { headers: { Authorization: 'Bearer wrong' } });

		expect(await none.json()).toEqual(JSON.parse(wrong.body));
		expect(JSON.parse(wrong.body)).toEqual({
			message: 'Unauthenticated.',
			code: 'UNAUTHENTICATED',
		});
	});

	it('of 204 has no body and no type', async () => {
		const { data } = JSON.parse(
			(await send('POST', '/v2/import/raw', { headers: json, body: JSON.stringify(note) })).body,
		);

		expect(await send('DELETE', `/v2/tasks/${data.id}`)).toMatchObject({
			status: 204,
			body: '',
			type: undefined,
		});
	});
});

describe('a request', () => {
	it('may accept an encoding that there is not, as PHP does', async () => {
		const answer = await send('GET', '/v2/users/me', {
			headers: { 'Accept-Encoding': 'application/json' },
		});

		expect(JSON.parse(answer.body).data.id).toBe(1);
	});

	it('may have blank query values, as .NET sends them', async () => {
		for (const list of ['jobs', 'tasks', 'users/me/webhooks', 'operations'])
			expect(
				await send('GET', `/v2/${list}?filter[status]=&filter[tag]=&include=&per_page=&page=`),
			).toMatchObject({ status: 200 });
	});

	it('may name the type of a body that it does not have', async () => {
		for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
			const headers = { 'Content-Type': type };
			const created = await send('POST', '/v2/import/upload', { headers });
			const { id } = JSON.parse(created.body).data;

			expect(created.status).toBe(201);
			expect(await send('POST', `/v2/tasks/${id}/cancel`, { headers })).toMatchObject({
				status: 200,
			});
		}
	});

	it('may have null for all that is unset, and unknown keys', async () => {
		const body = JSON.stringify({
			tag: null,
			webhook_url: null,
			redirect: null,
			something: 1,
			tasks: { a: { ...note, timeout: null, ignore_error: null } },
		});

		expect(await send('POST', '/v2/jobs', { headers: json, body })).toMatchObject({ status: 201 });
	});
});

describe('an upload', () => {
	async function uploadUrl(redirect?: string): Promise<string> {
		const answer = await client.request<{ data: JobAnswer['tasks'][0] }>(
			'POST',
			'/v2/import/upload',
			{
				body: { redirect },
			},
		);
		return answer.body.data.result?.form?.url ?? '';
	}

	const form = (name: string) => {
		const body = `------x\r\ncontent-disposition:form-data;name="file";filename=${name}\r\ncontent-type:application/octet-stream\r\n\r\nHello.\r\n------x--\r\n`;
		return { headers: { 'Content-Type': 'multipart/form-data; boundary=----x' }, body };
	};

	it('is answered by 201 without JSON, whatever key it carries', async () => {
		for (const key of ['Bearer wrong', 'Basic eA==']) {
			const { headers, body } = form('a.txt');
			const answer = await send('POST', await uploadUrl(), {
				headers: { ...headers, Authorization: key },
				body,
			});

			expect(answer.status).toBe(201);
			expect(answer.type).not.toMatch(/json/);
		}
	});

	it('sends a browser on by 303', async () => {
		const answer = await send('POST', await uploadUrl('https://example.com/done'), form('a.txt'));

		expect(answer.status).toBe(303);
	});

	it.each([
		['a blank', 'my report.txt', 'my report.txt'],
		['letters beyond ASCII', 'Übersicht.txt', 'Übersicht.txt'],
		['quotes', '"Ünit.txt"', 'Ünit.txt'],
	])(
		'keeps a name with %s, unquoted as Node 3.0.0 sends it or raw as .NET',
		async (_, sent, kept) => {
			const job = await client.submit({
				a: { operation: 'import/upload' },
				b: { operation: 'export/url', input: 'a' },
			});
			await send('POST', find(job, 'a').result?.form?.url ?? '', form(sent));
			const ended = await client.wait(job.id);
			const [file] = find(ended, 'b').result?.files ?? [];

			expect(file?.filename).toBe(kept);
			expect(file?.url).toMatch(new RegExp(`^${service.url}/`));
			expect(await (await fetch(file?.url ?? '')).text()).toBe('Hello.');
		},
	);

	it('comes by one PUT as well', async () => {
		const job = await client.submit({ a: { operation: 'import/upload' } });

		expect(await client.upload(job, 'a', fixture('pdf/pages-3.pdf'), 'three.pdf')).toBe(201);
	});
});
