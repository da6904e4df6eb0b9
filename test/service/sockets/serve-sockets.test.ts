import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { Client, find, type JobAnswer, type TaskAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterEach(() => {
	for (const socket of sockets.splice(0)) socket.close();
});

afterAll(() => service.stop());

interface Told {
	readonly event: string;
	readonly channel: string;
	readonly payload: {
		readonly job?: JobAnswer;
		readonly task?: TaskAnswer;
		readonly code?: string;
	};
}

/** Subscribes to channels, and gives all that has been told when there is so much of it. */
function listen(channels: readonly string[], key = service.apiKey) {
	const socket = io(service.url, { transports: ['websocket'], forceNew: true });
	sockets.push(socket);
	const told: Told[] = [];
	let onTold = () => {};
	socket.onAny((event: string, channel: string, payload: Told['payload']) => {
		told.push({ event, channel, payload });
		onTold();
	});
	for (const channel of channels)
		socket.emit('subscribe', { channel, auth: { headers: { Authorization: `Bearer ${key}` } } });
	return (condition: (told: readonly Told[]) => boolean) =>
		new Promise<readonly Told[]>((resolve) => {
			onTold = () => condition(told) && resolve(told);
			onTold();
		});
}

const note = { operation: 'import/raw', file: 'Hello.', filename: 'note.txt' };
const tasks = { a: { operation: 'import/upload' }, b: { operation: 'export/url', input: 'a' } };
const has = (event: string) => (told: readonly Told[]) => told.some((one) => one.event === event);

describe('a socket', () => {
	it('hears each event of its channels once, in order, with the job or task', async () => {
		const past = await client.run({ a: note });
		const job = await client.submit(tasks);
		const channels = [job.id, `${job.id}.tasks`, past.id].map((id) => `private-job.${id}`);
		const until = listen(channels);
		// The end of the past job is told when all channels have been subscribed to.
		await until(has('job.finished'));
		await client.upload(job, 'a', fixture('pdf/pages-3.pdf'), 'three.pdf');
		const all = await until(
			(some) => some.filter(({ event }) => event === 'job.finished').length === 2,
		);
		const told = all.slice(1);

		expect(told.map(({ event, payload }) => [event, payload.task?.name ?? 'job'])).toEqual([
			['job.updated', 'job'],
			['task.finished', 'a'],
			['task.updated', 'b'],
			['task.finished', 'b'],
			['job.finished', 'job'],
		]);
		expect(told.at(-1)).toMatchObject({
			channel: `private-job.${job.id}`,
			payload: { job: { id: job.id, status: 'finished', tasks: [{}, {}] } },
		});
		expect(told[0]?.payload).not.toHaveProperty('event');
	});

	it('hears of failures', async () => {
		const job = await client.submit(tasks);
		const until = listen([`private-task.${find(job, 'b').id}`]);
		await client.request('POST', `/v2/tasks/${find(job, 'a').id}/cancel`);

		expect((await until(has('task.failed'))).at(-1)?.payload.task).toMatchObject({
			status: 'error',
			code: 'INPUT_TASK_FAILED',
		});
	});

	it('hears of all tasks of its user, also those outside of jobs', async () => {
		const done = await client.run({ a: note });
		const until = listen(['private-user.1.tasks', `private-job.${done.id}`]);
		await until(has('job.finished'));

		const { body } = await client.request<{ data: TaskAnswer }>('POST', '/v2/import/raw', {
			body: { file: 'a', filename: 'a.txt' },
		});
		const told = await until(has('task.finished'));

		expect(told.find(({ event }) => event === 'task.created')?.payload.task).toMatchObject({
			id: body.data.id,
			job_id: null,
		});
	});

	it.each([
		['a wrong key', 'nonsense', 'UNAUTHENTICATED', (job: string) => `private-job.${job}`],
		['an unknown job', undefined, 'NOT_FOUND', () => `private-job.${crypto.randomUUID()}`],
		['another user', undefined, 'NOT_FOUND', () => 'private-user.2.jobs'],
		['a channel of no kind', undefined, 'NOT_FOUND', () => 'everything'],
	])('hears nothing but a refusal with %s', async (_, key, code, channel) => {
		const job = await client.run({ a: note });

		const told = await listen([channel(job.id)], key)((all) => all.length > 0);

		expect(told).toMatchObject([{ event: 'subscription_error', payload: { code } }]);
	});

	it('is refused what is no subscription', async () => {
		const socket = io(service.url, { transports: ['websocket'], forceNew: true });
		sockets.push(socket);
		const refusal = new Promise<unknown>((resolve) => {
			socket.on('subscription_error', (_channel, payload) => resolve(payload));
		});
		socket.emit('subscribe', 'private-user.1.jobs');

		expect(await refusal).toMatchObject({ code: 'UNAUTHENTICATED' });
	});
});
