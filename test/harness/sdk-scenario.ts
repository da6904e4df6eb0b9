import { execFileSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type Sdk3 from 'cloudconvert';
import type Sdk2 from 'cloudconvert-2';
import { io } from 'socket.io-client';
import { fixture } from './fixtures.ts';
import { startService, type TestService } from './start-service.ts';
import { startReceiver } from './webhook-receiver.ts';

/** A generation of the official SDK of the hosted job API. */
export type Sdk = Sdk3 | Sdk2;

type SdkTask = Awaited<ReturnType<Sdk['tasks']['get']>>;

/** Neither generation has a function of its own for it. */
async function retry(sdk: Sdk, task: string): Promise<SdkTask> {
	const route = `tasks/${task}/retry`;
	return 'call' in sdk ? sdk.call('POST', route) : (await sdk.axios.post(route)).data.data;
}

/** The hosts that the SDK believes to speak to, and where in the service they are. */
export const hosts: ReadonlyMap<string, string> = new Map([
	['api.cloudconvert.com', '/v2/'],
	['sync.api.cloudconvert.com', '/sync/v2/'],
]);

const secret = 'webhook-secret-0123456789';

/** What an application on the hosted API does by its SDK, which must work here unchanged. `connect` leads an SDK to a service. */
export function describeSdk(connect: (service: TestService) => Sdk): void {
	let service: TestService;
	let sdk: Sdk;

	beforeAll(async () => {
		service = await startService({
			FILEMILL_ALLOW_ADDRESSES: '127.0.0.1',
			FILEMILL_WEBHOOK_SECRET: secret,
		});
		sdk = connect(service);
		const socket = io(service.url, { transports: ['websocket'] });
		Object.assign(sdk, { socket, subscribedChannels: new Map() });
	});

	afterAll(async () => {
		sdk.closeSocket();
		await service.stop();
	});

	const pdf = fixture('pdf/pages-3.pdf');
	const raw = { operation: 'import/raw', file: 'Hello.', filename: 'note.txt' } as const;
	const share = { a: raw, b: { operation: 'export/url', input: 'a' } } as const;

	async function fetchText(url = ''): Promise<string> {
		return (await fetch(url)).text();
	}

	it('creates a job, uploads, waits and downloads', async () => {
		const created = await sdk.jobs.create({
			tag: 'sdk',
			tasks: {
				'upload-1': { operation: 'import/upload' },
				'archive-1': { operation: 'archive', input: ['upload-1'], output_format: 'zip' },
				'export-1': { operation: 'export/url', input: ['archive-1'], inline: false },
			},
		});
		const upload = created.tasks.find((task) => task.name === 'upload-1');
		if (!upload) throw new Error('The job has no upload.');
		await sdk.tasks.upload(upload, createReadStream(pdf), 'Three pages; ä "b".pdf');
		const job = await sdk.jobs.wait(created.id);
		const [file] = sdk.jobs.getExportUrls(job);
		const zip = path.join(service.data, 'fetched.zip');
		writeFileSync(zip, Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer()));

		expect(created.status).toBe('waiting');
		expect(job.status).toBe('finished');
		expect(file?.filename).toMatch(/\.zip$/);
		const listed = execFileSync('7zz', ['l', '-slt', zip], { encoding: 'utf8' });
		expect(listed).toContain('Path = Three pages; ä ');
		execFileSync('7zz', ['t', zip]);
	});

	it('reads, lists and deletes jobs', async () => {
		const { id } = await sdk.jobs.create({ tag: 'listed', tasks: { a: raw } });
		await sdk.jobs.wait(id);

		const read = await sdk.jobs.get(id);
		const listed = await sdk.jobs.all({
			'filter[tag]': 'listed',
			'filter[status]': 'finished',
			include: 'tasks',
			per_page: 10,
			page: 1,
		});
		await sdk.jobs.delete(id);

		expect(read.tag).toBe('listed');
		expect(listed.map((job) => [job.id, job.tasks.length])).toEqual([[id, 1]]);
		await expect(sdk.jobs.get(id)).rejects.toThrow();
	});

	it('runs tasks outside of jobs, each on the files of those before', async () => {
		const upload = await sdk.tasks.create('import/upload');
		await sdk.tasks.upload(upload, createReadStream(pdf), 'three.pdf');
		const archive = await sdk.tasks.create('archive', { input: upload.id, output_format: 'zip' });
		const shared = await sdk.tasks.create('export/url', { input: [archive.id] });
		const done = await sdk.tasks.wait(shared.id);

		expect(upload.status).toBe('waiting');
		expect(done.status).toBe('finished');
		expect(done.result?.files?.[0]?.filename).toBe('three.zip');
		expect((await fetchText(done.result?.files?.[0]?.url)).slice(0, 2)).toBe('PK');
	});

	it('reads, lists and deletes tasks', async () => {
		const { id } = await sdk.tasks.create('import/raw', { file: 'a', filename: 'a.txt' });
		await sdk.tasks.wait(id);

		const read = await sdk.tasks.get(id, { include: 'payload' });
		const listed = await sdk.tasks.all({
			'filter[operation]': 'import/raw',
			'filter[status]': 'finished',
			per_page: 1,
		});
		await sdk.tasks.delete(id);

		expect(read.payload).toMatchObject({ filename: 'a.txt' });
		expect(listed.map((task) => task.id)).toEqual([id]);
		await expect(sdk.tasks.get(id)).rejects.toThrow();
	});

	it('cancels a task', async () => {
		const upload = await sdk.tasks.create('import/upload', {});

		const cancelled = await sdk.tasks.cancel(upload.id);

		expect(cancelled).toMatchObject({ id: upload.id, status: 'error', code: 'CANCELLED' });
	});

	it('tries a cancelled task again', async () => {
		const upload = await sdk.tasks.create('import/upload');
		await sdk.tasks.cancel(upload.id);

		const retried = await retry(sdk, upload.id);
		await sdk.tasks.upload(retried, createReadStream(pdf), 'three.pdf');
		const done = await sdk.tasks.wait(retried.id);

		expect(retried.id).not.toBe(upload.id);
		expect(retried.retry_of_task_id).toBe(upload.id);
		expect(done.status).toBe('finished');
		const old = await sdk.tasks.get(upload.id, { include: 'retries' });
		expect(old.retries).toEqual([retried.id]);
	});

	it('signs a link that runs a job and leads to its file', async () => {
		const made = await fetch(`${service.url}/v2/signed-urls`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${service.apiKey}` },
		});
		const { data } = await made.json();

		const url = sdk.signedUrls.sign(data.address, data.signing_secret, { tasks: share }, 'mykey');

		expect(await fetchText(url)).toBe('Hello.');
	});

	it('knows whose key it uses', async () => {
		expect(await sdk.users.me()).toMatchObject({ id: 1, email: expect.any(String) });
	});

	it('believes the signature of a webhook, and no other', async () => {
		const receiver = await startReceiver();
		await sdk.jobs.create({ tasks: { a: raw }, webhook_url: receiver.url });
		const [call] = await receiver.until(1);
		await receiver.close();
		const signature = String(call?.headers['cloudconvert-signature']);

		expect(call?.body.event).toBe('job.finished');
		expect(sdk.webhooks.verify(call?.raw ?? '', signature, secret)).toBe(true);
		expect(sdk.webhooks.verify(`${call?.raw} `, signature, secret)).toBe(false);
	});

	it('hears of the end of a job and its tasks, and of all jobs of its user', async () => {
		const job = await sdk.jobs.create({
			tasks: { a: { operation: 'import/upload' }, b: { operation: 'export/url', input: 'a' } },
		});
		const { id } = await sdk.users.me();
		const ended = new Promise<unknown>((resolve) => {
			sdk.jobs.subscribeEvent(job.id, 'finished', resolve);
		});
		const tasks: unknown[] = [];
		const tasksEnded = new Promise<void>((resolve) => {
			sdk.jobs.subscribeTaskEvent(job.id, 'finished', ({ task }) => {
				tasks.push(task.operation);
				if (tasks.length === 2) resolve();
			});
		});
		const ofUser = new Promise<unknown>((resolve) => {
			sdk.users.subscribeJobEvent(id, 'finished', resolve);
		});
		const [upload] = job.tasks;
		if (!upload) throw new Error('The job has no upload.');
		await sdk.tasks.upload(upload, createReadStream(pdf), 'three.pdf');
		await tasksEnded;

		expect(await ended).toMatchObject({
			job: { id: job.id, status: 'finished', tasks: [{ status: 'finished' }, {}] },
		});
		expect(tasks).toEqual(['import/upload', 'export/url']);
		expect(await ofUser).toMatchObject({ job: { status: 'finished' } });
	});

	it('hears of an end that was before it listened', async () => {
		const job = await sdk.jobs.create({ tasks: share });
		const { tasks } = await sdk.jobs.wait(job.id);
		const task = tasks.find(({ name }) => name === 'b');

		const ofJob = await new Promise<unknown>((resolve) => {
			sdk.jobs.subscribeEvent(job.id, 'finished', resolve);
		});
		const ofTask = await new Promise<unknown>((resolve) => {
			sdk.tasks.subscribeEvent(task?.id ?? '', 'finished', resolve);
		});

		expect(ofJob).toMatchObject({ job: { id: job.id, status: 'finished' } });
		expect(ofTask).toMatchObject({ task: { id: task?.id, result: { files: [{}] } } });
	});
}
