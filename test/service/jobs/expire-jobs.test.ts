import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cancelTask, expireJobs } from '../../../service/jobs/end-jobs.ts';
import type { JobContext } from '../../../service/jobs/job.ts';
import { readTask } from '../../../service/jobs/read-jobs.ts';
import { submitTask } from '../../../service/jobs/submit-task.ts';
import type { NewTask } from '../../../service/jobs/validate-task.ts';
import { createWatchEnd } from '../../../service/jobs/watch-end.ts';
import { openContext, type TestContext } from '../../harness/job-context.ts';

let opened: TestContext;
let context: JobContext;

beforeAll(async () => {
	opened = await openContext(async () => ({ files: [], engine: 'none', engineVersion: '1' }));
	context = opened.context;
});

afterAll(() => opened.close());

const hour = 3_600_000;
const rest = { name: '', ignoreError: false, warnings: [] } as const;
const note: NewTask = {
	...rest,
	operation: 'import/raw',
	params: { file: 'Hello.', filename: 'note.txt', timeout: 60 },
	parents: [],
};
const upload: NewTask = {
	...rest,
	operation: 'import/upload',
	params: { timeout: 60 },
	parents: [],
};

async function runTask(task: NewTask): Promise<string> {
	const id = await submitTask(context, task);
	context.queue.wake();
	if (task.operation === 'import/raw')
		await createWatchEnd(context)('tasks', id, new AbortController().signal);
	return id;
}

const exists = (id: string) =>
	readTask(context, id, '').then(
		() => true,
		() => false,
	);
const scopes = () => readdirSync(path.join(context.config.FILEMILL_DATA, 'files')).length;

describe('expireJobs', () => {
	it('deletes what ended a day ago, with its files', async () => {
		const id = await runTask(note);
		const before = scopes();

		await expireJobs(context, Date.now() + 23 * hour);
		expect(await exists(id)).toBe(true);
		await expireJobs(context, Date.now() + 25 * hour);

		expect(await exists(id)).toBe(false);
		expect(scopes()).toBe(before - 1);
	});

	it('keeps the files that a task outside still needs until that has ended', async () => {
		const source = await runTask(note);
		const awaited = await runTask(upload);
		const parents = [source, awaited];
		const params = { input: parents, output_format: 'zip', timeout: 60 };
		const user = await runTask({ ...rest, operation: 'archive', params, parents });

		// The upload itself would be given up then.
		await context.sql.all('UPDATE tasks SET created_at = $1', [Date.now() + 25 * hour]);
		await expireJobs(context, Date.now() + 25 * hour);
		expect(await exists(source)).toBe(true);

		await cancelTask(context, awaited);
		await expireJobs(context, Date.now() + 26 * hour);

		expect(await exists(source)).toBe(false);
		expect(await exists(user)).toBe(false);
	});

	it('gives up an upload that never came', async () => {
		const id = await runTask(upload);
		await context.sql.all('UPDATE tasks SET created_at = $1', [Date.now() - 25 * hour]);

		await expireJobs(context);

		expect(await readTask(context, id, '')).toMatchObject({ status: 'error', code: 'TIMEOUT' });
	});
});
