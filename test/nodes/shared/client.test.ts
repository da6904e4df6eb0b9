import { afterEach, describe, expect, it } from '@jest/globals';
import { runJob } from '../../../nodes/shared/client.ts';
import { addTask } from '../../../nodes/shared/draft.ts';
import {
	ConnectionError,
	JobError,
	RefusedError,
	StillRunningError,
} from '../../../nodes/shared/errors.ts';
import { type Received, type Reply, ScriptedService } from './scripted-service.ts';

const content = Buffer.from('the content of the file');
const file = { filename: 'naïve "name".txt', mimeType: 'text/plain', source: { id: '1' } };
const imported = addTask(undefined, { label: 'Import', operation: 'import/upload', file });
const draft = addTask(imported, { label: 'Export', operation: 'export/url' });
const [upload = ''] = imported.output;
const [last = ''] = draft.output;

let service: ScriptedService | undefined;

afterEach(() => service?.stop());

async function scripted(reply: (request: Received, service: ScriptedService) => Reply) {
	service = await new ScriptedService(reply).start();
	return service;
}

function job(
	url: string,
	states: { upload: string; export: string; job: string },
	details = {},
): Reply {
	const form = { url: `${url}/upload/1`, parameters: {} };
	const files = [{ filename: 'a.txt', size: 3, url: `${url}/files/1` }];
	const tasks = [
		{
			id: '2',
			name: last,
			operation: 'export/url',
			status: states.export,
			result: states.export === 'finished' ? { files } : null,
			...details,
		},
		{
			id: '1',
			name: upload,
			operation: 'import/upload',
			status: states.upload,
			result: states.upload === 'waiting' ? { form } : null,
		},
	];
	return { status: 200, json: { data: { id: 'j1', status: states.job, tasks } } };
}

const waiting = { upload: 'waiting', export: 'waiting', job: 'waiting' };
const finished = { upload: 'finished', export: 'finished', job: 'finished' };

/** A service that does all as it should, but for what a test changes. */
function wellBehaved(request: Received, { url }: ScriptedService): Reply {
	if (request.method === 'POST') return job(url, waiting);
	if (request.method === 'PUT') return { status: 201 };
	if (request.method === 'DELETE') return { status: 204 };
	return job(url, finished);
}

function run(
	peer: ScriptedService,
	options: { signal?: AbortSignal; timeoutSeconds?: number; opened?: () => void } = {},
) {
	return runJob({
		...peer.connection(options.signal),
		draft,
		idempotencyKey: 'key-1',
		timeoutSeconds: options.timeoutSeconds,
		openFile: async (reference) => {
			options.opened?.();
			return { ...reference, stream: content, size: content.length };
		},
	});
}

describe('runJob', () => {
	it('submits the draft, sends its file without the key, and gives the exported files', async () => {
		const peer = await scripted(wellBehaved);

		const result = await run(peer);

		expect(peer.calls).toEqual([
			'POST /v2/jobs',
			'PUT /upload/1',
			'GET /v2/jobs/j1/wait?timeout=25',
		]);
		const [post, put] = peer.received;
		expect(post?.headers['idempotency-key']).toBe('key-1');
		expect(JSON.parse(String(post?.body))).toEqual({ tasks: draft.tasks });
		expect(put?.headers.authorization).toBeUndefined();
		expect(put?.headers['content-disposition']).toBe(
			`attachment; filename="na_ve _name_.txt"; filename*=UTF-8''na%C3%AFve%20%22name%22.txt`,
		);
		expect(put?.body).toEqual(content);
		expect(result.files).toEqual([
			{ filename: 'a.txt', size: 3, url: `${peer.url}/files/1`, task: last },
		]);
	});

	it('sends nothing when a replayed job has its file already', async () => {
		const peer = await scripted((request, self) =>
			request.method === 'POST'
				? job(self.url, { ...waiting, upload: 'finished' })
				: wellBehaved(request, self),
		);

		await run(peer);

		expect(peer.calls).toEqual(['POST /v2/jobs', 'GET /v2/jobs/j1/wait?timeout=25']);
	});

	it('repeats a submission under the same key when the answer is lost', async () => {
		const peer = await scripted((request, self) =>
			self.received.length === 1 ? undefined : wellBehaved(request, self),
		);

		await run(peer);

		const posts = peer.received.filter(({ method }) => method === 'POST');
		expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
	});

	it('waits as long as the service asks before it repeats', async () => {
		const peer = await scripted((request, self) =>
			self.received.length === 1
				? { status: 429, headers: { 'Retry-After': '7' } }
				: wellBehaved(request, self),
		);

		await run(peer);

		expect(peer.pauses).toEqual([7000]);
	});

	it('does not repeat what the service refuses for good', async () => {
		const body = {
			message: 'Invalid.',
			code: 'INVALID_DATA',
			errors: { [`tasks.${last}.inline`]: ['must be a boolean'] },
		};
		const peer = await scripted(() => ({ status: 422, json: body }));

		const result = run(peer);

		await expect(result).rejects.toBeInstanceOf(RefusedError);
		await expect(result).rejects.toMatchObject({
			message: 'Invalid.',
			description: expect.stringContaining(`Task "${last}", parameter "inline": must be a boolean`),
		});
		expect(peer.calls).toHaveLength(1);
	});

	it('opens the file anew when the connection broke and the task still waits', async () => {
		let opened = 0;
		const peer = await scripted((request, self) => {
			const puts = self.received.filter(({ method }) => method === 'PUT').length;
			if (request.method === 'PUT' && puts === 1) return undefined;
			if (request.path === '/v2/jobs/j1') return job(self.url, waiting);
			return wellBehaved(request, self);
		});

		await run(peer, { opened: () => opened++ });

		expect(opened).toBe(2);
		expect(peer.received.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual(content);
	});

	it('does not send a file twice when only the answer to it was lost', async () => {
		const peer = await scripted((request, self) =>
			request.method === 'PUT' ? undefined : wellBehaved(request, self),
		);

		await run(peer);

		expect(peer.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
	});

	it('outlives a restart of the service while it waits', async () => {
		const peer = await scripted((request, self) => {
			const polls = self.received.filter(({ path }) => path.includes('/wait')).length;
			return request.path.includes('/wait') && polls <= 6 ? undefined : wellBehaved(request, self);
		});

		const { files } = await run(peer);

		expect(files).toHaveLength(1);
		expect(peer.pauses.reduce((sum, one) => sum + one)).toBeGreaterThan(30_000);
	});

	it('names the task where it began, not those that followed', async () => {
		const peer = await scripted((request, self) => {
			if (!request.path.includes('/wait')) return wellBehaved(request, self);
			const tasks = [
				{
					name: 'after',
					status: 'error',
					code: 'INPUT_TASK_FAILED',
					message: 'The input task failed.',
				},
				{
					name: 'turn-1',
					status: 'error',
					code: 'INVALID_FILE',
					message: 'File "a.pdf" is damaged.',
				},
			];
			return { status: 200, json: { data: { id: 'j1', status: 'error', tasks } } };
		});

		const result = run(peer);

		await expect(result).rejects.toBeInstanceOf(JobError);
		await expect(result).rejects.toMatchObject({
			message: 'Task "turn-1": File "a.pdf" is damaged.',
			description: expect.stringMatching(/opens elsewhere.*Code INVALID_FILE, job j1\.$/),
		});
	});

	it('leaves a job that takes too long to the service', async () => {
		const peer = await scripted((request, self) =>
			request.path.includes('/wait')
				? job(self.url, { ...waiting, job: 'processing' })
				: wellBehaved(request, self),
		);

		await expect(run(peer, { timeoutSeconds: 0.05 })).rejects.toBeInstanceOf(StillRunningError);

		expect(peer.calls.some((call) => call.startsWith('DELETE'))).toBe(false);
	});

	it('deletes the job when it is stopped', async () => {
		const stop = new AbortController();
		const peer = await scripted((request, self) => {
			if (!request.path.includes('/wait')) return wellBehaved(request, self);
			stop.abort(new Error('stopped'));
			return job(self.url, { ...waiting, job: 'processing' });
		});

		await expect(run(peer, { signal: stop.signal })).rejects.toThrow('stopped');

		expect(peer.calls.at(-1)).toBe('DELETE /v2/jobs/j1');
	});

	it('says that an address leads to something else', async () => {
		const peer = await scripted(() => ({ status: 200, json: { hello: 'world' } }));

		await expect(run(peer)).rejects.toMatchObject({
			message: 'The answer is not that of a Filemill service.',
		});
	});

	it('says that nothing answers', async () => {
		const peer = await scripted(() => undefined);

		await expect(run(peer)).rejects.toBeInstanceOf(ConnectionError);
		expect(peer.pauses).toEqual([500, 1000, 2000]);
	});
});
