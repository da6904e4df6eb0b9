import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService({ FILEMILL_CONCURRENCY: '1', FILEMILL_MAX_TASK_SPACE: '40MB' });
	client = new Client(service);
});

afterAll(() => service.stop());

/** A document that keeps LibreOffice busy far longer than any timeout here. */
const endless = {
	operation: 'import/raw',
	filename: 'endless.txt',
	file: 'A line of a very long document.\n'.repeat(400_000),
};
const toPdf = { operation: 'convert', input: 'a', output_format: 'pdf' };
const short = { a: { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' }, b: toPdf };

const leftOver = () => readdirSync(path.join(service.data, 'work'));

describe('a task that runs', () => {
	it('is ended when its timeout is over, and the engine serves the next', async () => {
		const late = await client.run({ a: endless, b: { ...toPdf, timeout: 1 } });
		const next = await client.run(short);

		expect(find(late, 'b')).toMatchObject({
			status: 'error',
			code: 'TIMEOUT',
			message: 'The task ran longer than its timeout of 1 seconds.',
		});
		expect(next.status).toBe('finished');
		expect(leftOver()).toEqual([]);
	});

	it('is ended when what it writes takes too much disk, and leaves nothing', async () => {
		const job = await client.run({
			a: short.a,
			flood: {
				operation: 'command',
				input: 'a',
				engine: 'ffmpeg',
				command: 'ffmpeg',
				arguments: '-f lavfi -i testsrc2=s=1920x1080 -t 3600 -c:v rawvideo /output/flood.avi',
			},
		});
		const next = await client.run(short);

		expect(find(job, 'flood')).toMatchObject({
			code: 'TASK_TOO_LARGE',
			message: expect.stringContaining('40000000 bytes of disk'),
		});
		expect(next.status).toBe('finished');
		expect(leftOver()).toEqual([]);
	});

	it('is ended when it is cancelled, and the engine serves the next', async () => {
		const job = await client.submit({ a: endless, b: toPdf });
		await client.until(job.id, (one) => find(one, 'b').status === 'processing');

		await client.request('POST', `/v2/tasks/${find(job, 'b').id}/cancel`);
		const ended = await client.wait(job.id);
		const next = await client.run(short);

		expect(find(ended, 'b')).toMatchObject({ status: 'error', code: 'CANCELLED' });
		expect(next.status).toBe('finished');
		expect(leftOver()).toEqual([]);
	});

	it('is ended when its job is deleted, and leaves no file', async () => {
		const job = await client.submit({ a: endless, b: toPdf });
		await client.until(job.id, (one) => find(one, 'b').status === 'processing');

		await client.request('DELETE', `/v2/jobs/${job.id}`);
		const next = await client.run(short);

		expect(next.status).toBe('finished');
		expect(leftOver()).toEqual([]);
		expect(readdirSync(path.join(service.data, 'files'))).not.toContain(job.id);
	});
});
