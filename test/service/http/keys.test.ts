import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Refusal } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const bin = fileURLToPath(new URL('../../../service/bin/filemill.mjs', import.meta.url));
let data: string;
let early: string;
let service: TestService;

beforeAll(async () => {
	data = mkdtempSync(path.join(tmpdir(), 'filemill-keys-'));
	early = await create('--name', 'made before the first start');
	service = await startService({
		FILEMILL_DATA: data,
		FILEMILL_RATE_LIMIT: '3',
		FILEMILL_CONCURRENT_JOBS: '1',
	});
});

afterAll(async () => {
	await service.stop();
	rmSync(data, { recursive: true, force: true });
});

const run = promisify(execFile);
const keys = async (...args: string[]) => {
	const env = { PATH: process.env.PATH, FILEMILL_DATA: data };
	return (await run(process.execPath, [bin, 'keys', ...args], { env })).stdout;
};

async function create(...args: string[]): Promise<string> {
	const key = /shown this once: (\S+)/.exec(await keys('create', ...args))?.[1];
	if (!key) throw new Error('No key was made.');
	return key;
}

const ask = (key: string, method: string, address: string, body?: unknown) =>
	new Client({ ...service, apiKey: key }).request<Refusal & { data: { id: string } }>(
		method,
		address,
		{
			body,
		},
	);

/** Creates a job, and waits for its end where it is accepted. */
async function submit(key: string) {
	const answer = await ask(key, 'POST', '/v2/jobs', {
		tasks: { a: { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' } },
	});
	if (answer.status === 201) await ask(key, 'GET', `/v2/jobs/${answer.body.data.id}/wait`);
	return answer;
}

const unauthenticated = { code: 'UNAUTHENTICATED', message: 'Unauthenticated.' };

describe('an API key that was made', () => {
	it('opens a service that started later, and one that runs', async () => {
		const late = await create('--name', 'made while it runs');

		expect((await ask(early, 'GET', '/v2/jobs')).status).toBe(200);
		expect((await ask(late, 'GET', '/v2/users/me')).status).toBe(200);
		expect((await submit(late)).status).toBe(201);
	});

	it('may do what its scopes say, and nothing else', async () => {
		const key = await create('--name', 'reader', '--scopes', 'task.read, webhook.write');

		const allowed = await ask(key, 'GET', '/v2/jobs');
		const refused = await Promise.all([
			submit(key),
			ask(key, 'GET', '/v2/users/me'),
			ask(key, 'GET', '/v2/webhooks'),
			ask(key, 'POST', '/v2/metadata', {}),
		]);

		expect(allowed.status).toBe(200);
		expect((await ask(key, 'POST', '/v2/webhooks', {})).status).toBe(422);
		expect(refused.map(({ status, body }) => [status, body])).toEqual(
			['task.write', 'user.read', 'webhook.read', 'task.write'].map((scope) => [
				403,
				{
					code: 'FORBIDDEN',
					message: `This API key lacks the scope "${scope}". Use a key that has it.`,
				},
			]),
		);
	});

	it('is refused as any wrong one at once when it is revoked, and when it has expired', async () => {
		const revoked = await create('--name', 'revoked');
		const expired = await create('--name', 'expired', '--expires', '90d');
		expect((await ask(revoked, 'GET', '/v2/jobs')).status).toBe(200);
		expect((await ask(expired, 'GET', '/v2/jobs')).status).toBe(200);

		const list: { id: string; name: string }[] = JSON.parse(await keys('list', '--json'));
		await keys('revoke', list.find(({ name }) => name === 'revoked')?.id ?? '');
		const database = new DatabaseSync(path.join(data, 'filemill.sqlite'));
		database.exec("UPDATE api_keys SET expires_at = 1 WHERE name = 'expired'");
		database.close();

		for (const key of [revoked, expired, 'fm_wrong']) {
			const answer = await ask(key, 'GET', '/v2/jobs');
			expect(answer.status).toBe(401);
			expect(answer.body).toEqual(unauthenticated);
		}
	});

	it('is listed without itself, and nowhere kept as it is', async () => {
		const key = await create(
			'--name',
			'shown once',
			'--scopes',
			'task.read',
			'--expires',
			'2999-01-31',
		);

		const [listed] = JSON.parse(await keys('list', '--json')).filter(
			({ name }: { name: string }) => name === 'shown once',
		);

		expect(listed).toEqual({
			id: expect.stringMatching(/^[0-9a-f]{12}$/),
			name: 'shown once',
			scopes: ['task.read'],
			created_at: expect.stringMatching(/^\d{4}-.*Z$/),
			expires_at: '2999-01-31T00:00Z',
			last_used_at: null,
		});
		expect(await keys('list')).toMatch(/shown once +task\.read +2999-01-31T00:00Z +never\n/);
		const kept = readdirSync(data).filter((name) => name.startsWith('filemill.sqlite'));
		expect(kept.length).toBeGreaterThan(0);
		for (const name of kept) expect(readFileSync(path.join(data, name)).includes(key)).toBe(false);
	});

	it('is not made of a wrong command line', async () => {
		await expect(keys('create')).rejects.toMatchObject({
			code: 1,
			stderr: 'A key needs a name: --name "n8n in the office". See "filemill --help".\n',
		});
	});
});

describe('the rate limit', () => {
	it('is told with each job, and refuses one too many, for each key on its own', async () => {
		const key = await create('--name', 'busy');
		const other = await create('--name', 'idle');

		const answers = [await submit(key), await submit(key), await submit(key)];
		const refused = await submit(key);
		const another = await submit(other);
		const reading = await ask(key, 'GET', '/v2/jobs');

		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['3', '3', '3']);
		expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
			'2',
			'1',
			'0',
		]);
		expect(refused.status).toBe(429);
		expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(refused.body).toMatchObject({
			code: 'TOO_MANY_REQUESTS',
			message: expect.stringMatching(
				/may create 3 jobs and tasks in a minute\. Try again in \d+ s/,
			),
		});
		expect(another.status).toBe(201);
		expect(reading.status).toBe(200);
		expect(reading.headers.has('x-ratelimit-limit')).toBe(false);
	});
});

describe('the limit of jobs at the same time', () => {
	it('refuses one too many until another has ended', async () => {
		const key = await create('--name', 'patient');
		const upload = await ask(key, 'POST', '/v2/import/upload');

		const refused = await submit(key);
		await ask(key, 'POST', `/v2/tasks/${upload.body.data.id}/cancel`);
		const accepted = await submit(key);

		expect(upload.status).toBe(201);
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe('5');
		expect(refused.body).toEqual({
			code: 'TOO_MANY_REQUESTS',
			message:
				'This API key may have 1 jobs and tasks that wait or run at the same time. Try again when one has ended.',
		});
		expect(accepted.status).toBe(201);
	});
});
