import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '../../../service/webhooks/sign.ts';
import { Client, type JobAnswer, type Refusal } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

interface Base {
	readonly id: string;
	readonly name: string | null;
	readonly address: string;
	readonly signing_secret: string;
}

let service: TestService;
let client: Client;
let base: Base;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	base = await makeBase({ name: 'shop' });
});

afterAll(() => service.stop());

async function makeBase(body?: unknown): Promise<Base> {
	return (await client.request<{ data: Base }>('POST', '/v2/signed-urls', { body })).body.data;
}

const jobOf = (content: string, tag = 'signed') => ({
	tag,
	tasks: {
		a: { operation: 'import/raw', file: content, filename: 'note.txt' },
		b: { operation: 'export/url', input: 'a', inline: true },
	},
});

/** Makes a link as the SDKs do. */
function link(job: object, cacheKey?: string, { address, signing_secret } = base): string {
	const template = Buffer.from(JSON.stringify(job)).toString('base64url');
	const url = `${address}?job=${template}${cacheKey ? `&cache_key=${cacheKey}` : ''}`;
	return `${url}&s=${sign(url, signing_secret)}`;
}

async function visit(url: string): Promise<{ status: number; body: Refusal; location: string }> {
	const response = await fetch(url, { redirect: 'manual' });
	const text = await response.text();
	const location = response.headers.get('location') ?? '';
	return { status: response.status, body: text ? JSON.parse(text) : undefined, location };
}

async function countJobs(tag: string): Promise<number> {
	const { body } = await client.request<{ data: JobAnswer[] }>(
		'GET',
		`/v2/jobs?filter[tag]=${tag}`,
	);
	return body.data.length;
}

describe('a signed URL', () => {
	it('runs its job without a key and leads to the file', async () => {
		const { status, location } = await visit(link(jobOf('Hello.')));

		expect(status).toBe(302);
		const file = await fetch(location);
		expect(file.headers.get('content-disposition')).toMatch(/^inline/);
		expect(await file.text()).toBe('Hello.');
	});

	it('runs its job anew at each visit without a cache key', async () => {
		await visit(link(jobOf('Hello.', 'anew')));
		await visit(link(jobOf('Hello.', 'anew')));

		expect(await countJobs('anew')).toBe(2);
	});

	it('runs its job once for a cache key, also when many come at once', async () => {
		const url = link(jobOf('Hello.', 'once'), 'key-1');
		const visits = await Promise.all(Array.from({ length: 5 }, () => visit(url)));
		const other = await visit(link(jobOf('Another.', 'once'), 'key-1'));

		expect(new Set(visits.map(({ location }) => location)).size).toBe(1);
		expect(await (await fetch(other.location)).text()).toBe('Another.');
		expect(await countJobs('once')).toBe(2);
	});

	it('runs its job again after 24 hours', async () => {
		const url = link(jobOf('Hello.', 'old'), 'key-2');
		await visit(url);
		const database = new DatabaseSync(path.join(service.data, 'filemill.sqlite'));
		database.exec("UPDATE jobs SET created_at = created_at - 86400001 WHERE tag = 'old'");
		database.close();

		await visit(url);

		expect(await countJobs('old')).toBe(2);
	});

	it('says what went wrong, and tries again', async () => {
		const job = {
			tag: 'broken',
			tasks: {
				a: { operation: 'import/raw', file: 'no PDF', filename: 'a.pdf' },
				b: { operation: 'pdf/rotate-pages', input: 'a', rotation: '+90' },
				c: { operation: 'export/url', input: 'b' },
			},
		};
		const first = await visit(link(job, 'key-3'));
		await visit(link(job, 'key-3'));

		expect(first.status).toBe(422);
		expect(first.body).toMatchObject({ code: 'INVALID_FILE' });
		expect(await countJobs('broken')).toBe(2);
	});

	it('is refused when it was changed, or signed for a base that is gone', async () => {
		const gone = await makeBase();
		const url = link(jobOf('Hello.'), undefined, gone);
		await client.request('DELETE', `/v2/signed-urls/${gone.id}`);

		expect((await visit(link(jobOf('Hello.')).replace('job=ey', 'job=fy'))).body).toMatchObject({
			code: 'FORBIDDEN',
		});
		expect((await visit(`${base.address}`)).status).toBe(403);
		expect((await visit(url)).status).toBe(404);
	});

	it('is refused without a file to lead to, or with one to wait for', async () => {
		const { a, b } = jobOf('Hello.').tasks;
		const answers = await Promise.all([
			visit(link({ tasks: { a } })),
			visit(link({ tasks: { a: { operation: 'import/upload' }, b } })),
			visit(link({ tasks: { b } })),
		]);

		expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
			[422, ['job']],
			[422, ['job']],
			[422, ['tasks.b.input']],
		]);
	});
});

describe('a base for signed URLs', () => {
	it('shows its secret once', async () => {
		const listed = await client.request<{ data: Base[] }>('GET', '/v2/signed-urls');
		const shown = listed.body.data.find(({ id }) => id === base.id);

		expect(base.signing_secret.length).toBeGreaterThanOrEqual(32);
		expect(base.address).toBe(`${service.url}/s/${base.id}`);
		expect(shown).toMatchObject({ name: 'shop', address: base.address });
		expect(listed.text).not.toContain(base.signing_secret);
	});

	it('takes the address and secret of links that are about already', async () => {
		const old = await makeBase({
			address: 'https://links.example.com/shop',
			signing_secret: 'NT8dpJkttEyfSk3qlRgUJtvTkx64vhyX',
		});
		const url = link(jobOf('Hello.'), undefined, old);

		// As a proxy in front of the service would ask for it.
		const { status } = await visit(url.replace(old.address, `${service.url}/s/${old.id}`));

		expect(status).toBe(302);
	});

	it('is refused with what is wrong', async () => {
		const answer = await client.request<Refusal>('POST', '/v2/signed-urls', {
			body: { address: 'https://a.example/?x=1', signing_secret: 'short' },
		});

		expect(answer.status).toBe(422);
		expect(Object.keys(answer.body.errors ?? {})).toEqual(['address', 'signing_secret']);
		expect((await fetch(`${service.url}/v2/signed-urls`)).status).toBe(401);
	});
});
