import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import CloudConvert from 'cloudconvert';
import { Client, type JobAnswer, type Refusal } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import {
	type ReceiverAnswer,
	startReceiver,
	type WebhookReceiver,
} from '../../harness/webhook-receiver.ts';

interface Webhook {
	readonly id: number;
	readonly url: string;
	readonly signing_secret: string;
}

interface Delivery {
	readonly id: string;
	readonly status: string;
	readonly attempts: number;
	readonly event: string;
	readonly replay_of: string | null;
}

const settings = {
	FILEMILL_ALLOW_ADDRESSES: '127.0.0.1',
	FILEMILL_WEBHOOK_DELAYS: '0.02,0.02,0.02,0.02,0.02,0.02',
	FILEMILL_WEBHOOK_SECRET: 'of the account',
	FILEMILL_LOG_LEVEL: 'info',
};
const receivers: WebhookReceiver[] = [];
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService(settings);
	client = new Client(service);
});

afterAll(() => service.stop());

afterEach(async () => {
	const { body } = await client.request<{ data: Webhook[] }>('GET', '/v2/webhooks');
	for (const { id } of body.data) await client.request('DELETE', `/v2/webhooks/${id}`);
	for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(answers?: readonly ReceiverAnswer[]): Promise<WebhookReceiver> {
	const receiver = await startReceiver(answers);
	receivers.push(receiver);
	return receiver;
}

async function register(
	url: string,
	more: Readonly<Record<string, unknown>> = {},
): Promise<Webhook> {
	const { body } = await client.request<{ data: Webhook }>('POST', '/v2/webhooks', {
		body: { url, events: ['job.finished', 'job.failed'], ...more },
	});
	return body.data;
}

const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };

async function run(
	tasks: Readonly<Record<string, object>> = { a: note },
	more: Readonly<Record<string, unknown>> = {},
): Promise<JobAnswer> {
	const { body } = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
		body: { tasks, ...more },
	});
	return client.wait(body.data.id);
}

const deliveriesOf = async ({ id }: Webhook, query = '') =>
	(await client.request<{ data: Delivery[] }>('GET', `/v2/webhooks/${id}/deliveries${query}`)).body
		.data;

/** Asks until the only delivery has got there; what a call did to it is kept a moment after the call. */
async function settled(webhook: Webhook, status: string): Promise<Delivery> {
	for (;;) {
		const [delivery] = await deliveriesOf(webhook, `?filter[status]=${status}`);
		if (delivery) return delivery;
	}
}

describe('webhooks', () => {
	it('are registered, listed, read and removed, and show their secret once', async () => {
		const url = 'https://example.com/hook?key=1';
		const created = await client.request<{ data: Webhook }>('POST', '/v2/webhooks', {
			body: { url, events: ['job.finished', 'job.finished', 'job.created'] },
		});
		const { signing_secret: secret, ...shown } = created.body.data;
		const address = `/v2/webhooks/${shown.id}`;
		const list = (query: string) => client.request<{ data: Webhook[] }>('GET', query);
		const filter = `?filter[url]=${encodeURIComponent(url)}`;

		expect(created.status).toBe(201);
		expect(secret).toMatch(/^[\w-]{32}$/);
		expect(shown).toEqual({
			id: expect.any(Number),
			user_id: 1,
			url,
			events: ['job.finished', 'job.created'],
			tag: null,
			disabled: false,
			failing: false,
			last_error_at: null,
			last_response_code: null,
			created_at: expect.stringMatching(/\+00:00$/),
			updated_at: expect.stringMatching(/\+00:00$/),
			links: { self: service.url + address },
		});
		expect((await list(`/v2/users/me/webhooks${filter}`)).body.data).toEqual([shown]);
		expect((await list(`/v2/webhooks${filter}`)).body.data).toEqual([shown]);
		expect((await list('/v2/webhooks?filter[url]=https://other.example/')).body.data).toEqual([]);
		expect((await client.request<{ data: Webhook }>('GET', address)).body.data).toEqual(shown);
		expect((await client.request('DELETE', address)).status).toBe(204);
		expect((await client.request('GET', address)).status).toBe(404);
		expect((await client.request('DELETE', address)).status).toBe(404);
	});

	it.each([
		['no address', { events: ['job.finished'] }, 'url', /http or https/],
		['another kind of address', { url: 'file:///etc/passwd' }, 'url', /http or https/],
		['a private address', { url: 'http://10.0.0.1/' }, 'url', /FILEMILL_ALLOW_ADDRESSES/],
		['the address of a cloud', { url: 'http://169.254.169.254/' }, 'url', /private or reserved/],
		['no events', { url: 'https://example.com/', events: [] }, 'events', /job\.failed/],
		['unknown events', { url: 'https://example.com/', events: ['x'] }, 'events', /job\.failed/],
		['a tag that is none', { url: 'https://example.com/', tag: 7 }, 'tag', /at most 255/],
	])('are refused with the reason: %s', async (_what, body, field, words) => {
		const answer = await client.request<Refusal>('POST', '/v2/webhooks', {
			body: { events: ['job.finished'], ...body },
		});

		expect(answer.status).toBe(422);
		expect(answer.body.code).toBe('INVALID_DATA');
		expect(answer.body.errors?.[field]?.join()).toMatch(words);
	});

	it('tell the beginning and the end of a job, in order, signed for the official SDK', async () => {
		const receiver = await receive();
		const webhook = await register(receiver.url, { events: ['job.created', 'job.finished'] });

		const job = await run();
		const calls = await receiver.until(2);

		expect(calls.map(({ body }) => [body.event, body.job.status])).toEqual([
			['job.created', 'waiting'],
			['job.finished', 'finished'],
		]);
		expect(calls[1]?.body).toEqual({ event: 'job.finished', job });
		expect(calls[0]?.headers).toMatchObject({
			'content-type': 'application/json',
			'filemill-event': 'job.created',
			'user-agent': 'Filemill',
		});
		const { webhooks } = new CloudConvert('unused');
		for (const { raw, headers } of calls) {
			const signature = String(headers['cloudconvert-signature']);
			expect(webhooks.verify(raw, signature, webhook.signing_secret)).toBe(true);
			expect(webhooks.verify(`${raw} `, signature, webhook.signing_secret)).toBe(false);
		}
	});

	it('tell a failure, and only of jobs with their tag', async () => {
		const receiver = await receive();
		await register(receiver.url, { tag: 'nightly' });

		await run();
		await run(
			{ a: { ...note, filename: 'a.pdf' }, b: { operation: 'pdf/split-pages', input: 'a' } },
			{ tag: 'nightly' },
		);
		const calls = await receiver.until(1);

		expect(calls.map(({ body }) => [body.event, body.job.tag, body.job.status])).toEqual([
			['job.failed', 'nightly', 'error'],
		]);
	});
});

describe('the webhook_url of a job', () => {
	it('is called at its end, signed with the secret of the account', async () => {
		const receiver = await receive();

		const job = await run({ a: note }, { webhook_url: `${receiver.url}?token=hidden` });
		const [call] = await receiver.until(1);

		expect(call?.body).toEqual({ event: 'job.finished', job });
		const { webhooks } = new CloudConvert('unused');
		const signature = String(call?.headers['cloudconvert-signature']);
		expect(webhooks.verify(call?.raw ?? '', signature, 'of the account')).toBe(true);
	});
});

describe('a delivery', () => {
	it('is tried again until it is taken, always the same', async () => {
		const receiver = await receive([409, 'cut', 500, 429, 408, 503, 204]);
		const webhook = await register(receiver.url);

		await run();
		const calls = await receiver.until(7);
		const delivery = await settled(webhook, 'delivered');

		expect(delivery).toMatchObject({ attempts: 7, response_code: 204, message: null });
		expect(new Set(calls.map(({ raw }) => raw)).size).toBe(1);
		expect(new Set(calls.map(({ headers }) => headers['filemill-delivery']))).toEqual(
			new Set([delivery.id]),
		);
		const { body } = await client.request<{ data: object }>('GET', `/v2/webhooks/${webhook.id}`);
		expect(body.data).toMatchObject({
			failing: false,
			last_response_code: 204,
			last_error_at: expect.stringMatching(/\+00:00$/),
		});
	});

	it('is given up after the last delay', async () => {
		const receiver = await receive([500]);
		const webhook = await register(receiver.url);

		await run();
		const delivery = await settled(webhook, 'failed');

		expect(delivery).toMatchObject({
			attempts: 7,
			response_code: 500,
			message: expect.stringMatching(
				/^"127\.0\.0\.1:\d+" answered 500 \(Internal Server Error\)\.$/,
			),
			next_attempt_at: null,
			ended_at: expect.stringMatching(/\+00:00$/),
		});
		expect(receiver.calls).toHaveLength(7);
	});

	it.each([
		['a refusal', 400, 'answered 400'],
		[
			'a redirect, which is not followed',
			[302, { location: 'http://127.0.0.1:1/' }],
			'answered 302',
		],
	] as const)('is given up at once after %s', async (_what, answer, words) => {
		const receiver = await receive([answer]);
		const webhook = await register(receiver.url);

		await run();
		const delivery = await settled(webhook, 'failed');

		expect(delivery).toMatchObject({ attempts: 1, message: expect.stringContaining(words) });
	});

	it('is the last one when the receiver is gone for good', async () => {
		const receiver = await receive([410]);
		const webhook = await register(receiver.url);

		await run();
		await settled(webhook, 'failed');
		await run();

		const { body } = await client.request<{ data: object }>('GET', `/v2/webhooks/${webhook.id}`);
		expect(body.data).toMatchObject({ disabled: true, failing: true });
		expect(await deliveriesOf(webhook)).toHaveLength(1);
	});

	it('waits for the one before it of the same job', async () => {
		const receiver = await receive([500, 500, 200]);
		await register(receiver.url, { events: ['job.created', 'job.finished'] });

		await run();
		const calls = await receiver.until(4);

		expect(calls.map(({ body }) => body.event)).toEqual([
			'job.created',
			'job.created',
			'job.created',
			'job.finished',
		]);
	});

	it('does not wait for a receiver that is silent', async () => {
		const silent = await receive(['silence']);
		const lively = await receive();
		await register(silent.url, { tag: 'crowd' });
		await register(lively.url, { tag: 'crowd' });

		await Promise.all(Array.from({ length: 12 }, () => run({ a: note }, { tag: 'crowd' })));
		await lively.until(12);
		await silent.until(4);

		expect(silent.calls).toHaveLength(4);
	});

	it('can be replayed', async () => {
		const receiver = await receive([404, 200]);
		const webhook = await register(receiver.url);
		await run();
		const failed = await settled(webhook, 'failed');
		const address = `/v2/webhooks/${webhook.id}/deliveries/${failed.id}/replay`;

		const answer = await client.request<{ data: Delivery }>('POST', address);
		const calls = await receiver.until(2);
		const delivered = await settled(webhook, 'delivered');

		expect(answer.status).toBe(201);
		expect(answer.body.data).toMatchObject({ status: 'waiting', replay_of: failed.id });
		expect(delivered.id).toBe(answer.body.data.id);
		expect(calls[1]?.raw).toBe(calls[0]?.raw);
		expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual([
			'delivered',
			'failed',
		]);
		const unknown = await client.request('POST', address.replace(failed.id, 'none'));
		expect(unknown.status).toBe(404);
	});

	it('goes with its job', async () => {
		const receiver = await receive();
		const webhook = await register(receiver.url);
		const job = await run();
		await settled(webhook, 'delivered');

		await client.request('DELETE', `/v2/jobs/${job.id}`);

		expect(await deliveriesOf(webhook)).toEqual([]);
	});

	it('goes on after the service was killed', async () => {
		const data = mkdtempSync(path.join(tmpdir(), 'filemill-webhooks-'));
		const first = await startService({ ...settings, FILEMILL_DATA: data });
		const receiver = await receive(['silence', 200]);
		await new Client(first).request('POST', '/v2/webhooks', {
			body: { url: receiver.url, events: ['job.finished'] },
		});
		const job = await new Client(first).submit({ a: note });
		await receiver.until(1);
		await first.kill();

		const second = await startService({ ...settings, FILEMILL_DATA: data });
		const calls = await receiver.until(2);
		await second.stop();
		rmSync(data, { recursive: true, force: true });

		expect(calls.map(({ body }) => body.job.id)).toEqual([job.id, job.id]);
	});
});

describe('the log', () => {
	it('tells of deliveries that failed, without secrets and addresses', async () => {
		const receiver = await receive([400]);
		const webhook = await register(`${receiver.url}?token=hidden`);
		await run();
		await settled(webhook, 'failed');

		expect(service.log()).toMatch(/webhook not delivered: .*answered 400/);
		expect(service.log()).not.toContain('hidden');
		expect(service.log()).not.toContain(webhook.signing_secret);
		expect(service.log()).not.toContain('of the account');
	});
});
