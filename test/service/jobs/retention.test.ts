import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client, find, type JobAnswer } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let data: string;
let service: TestService;

beforeEach(async () => {
	data = mkdtempSync(path.join(tmpdir(), 'filemill-retention-'));
	service = await startService({ FILEMILL_DATA: data, FILEMILL_RETENTION: '2h' });
});

afterEach(async () => {
	await service.stop();
	rmSync(data, { recursive: true, force: true });
});

const exported = {
	a: { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' },
	out: { operation: 'export/url', input: 'a' },
};

async function run(more: Readonly<Record<string, unknown>> = {}): Promise<JobAnswer> {
	const client = new Client(service);
	const { body } = await client.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
		body: { tasks: exported, ...more },
	});
	return client.wait(body.data.id);
}

it('keeps a job as long as the operator or the job itself says, then takes rows, files and links', async () => {
	const usual = await run();
	const short = await run({ expires_in: 60 });
	await service.terminate();
	const database = new DatabaseSync(path.join(data, 'filemill.sqlite'));
	const lives = database
		.prepare('SELECT (expires_at - ended_at) / 1000 AS seconds FROM jobs ORDER BY created_at')
		.all();
	// As if the shorter time were over.
	database.exec('UPDATE jobs SET expires_at = expires_at - 61000');
	database.close();

	service = await startService({ FILEMILL_DATA: data });
	const client = new Client(service);
	const read = async (job: JobAnswer) => [
		(await client.request('GET', `/v2/jobs/${job.id}`)).status,
		(await client.request('GET', `/v2/jobs/${job.id}/events`)).status,
		(await client.request('GET', `/v2/tasks/${find(job, 'out').id}`)).status,
		(
			await fetch(
				(find(job, 'out').result?.files?.[0]?.url ?? '').replace(/^http:\/\/[^/]+/, service.url),
			)
		).status,
	];

	expect(lives).toEqual([{ seconds: 7200 }, { seconds: 60 }]);
	expect(await read(usual)).toEqual([200, 200, 200, 200]);
	expect(await read(short)).toEqual([404, 404, 404, 404]);
	expect(readdirSync(path.join(data, 'files'))).toEqual([usual.id]);
});
