import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, download, find } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let data: string;
let service: TestService | undefined;

beforeEach(() => {
	data = mkdtempSync(path.join(tmpdir(), 'filemill-crash-'));
});

afterEach(async () => {
	await service?.stop();
	rmSync(data, { recursive: true, force: true });
});

const start = async () => {
	service = await startService({ FILEMILL_DATA: data });
	return { service, client: new Client(service) };
};

const job = (text: string) => ({
	a: { operation: 'import/raw', filename: 'a.txt', file: text },
	b: { operation: 'convert', input: 'a', output_format: 'pdf' },
	out: { operation: 'export/url', input: 'b' },
});

function rows(sql: string): Record<string, unknown>[] {
	const database = new DatabaseSync(path.join(data, 'filemill.sqlite'), { readOnly: true });
	try {
		return database.prepare(sql).all();
	} finally {
		database.close();
	}
}

describe('a service that is killed', () => {
	it('finishes all 50 accepted jobs after its restart, each once', async () => {
		const first = await start();
		const ids = await Promise.all(
			Array.from(
				{ length: 50 },
				async (_, index) => (await first.client.submit(job(`Text ${index}`))).id,
			),
		);
		await first.client.until(ids[0] ?? '', (one) => one.status === 'finished');
		await first.service.kill();
		const [left] = rows("SELECT COUNT(*) AS running FROM tasks WHERE status = 'processing'");
		const [open] = rows('SELECT COUNT(*) AS jobs FROM jobs WHERE ended_at IS NULL');
		expect(Number(left?.running)).toBeGreaterThan(0);
		expect(Number(open?.jobs)).toBeGreaterThan(10);

		const second = await start();
		const ended = await Promise.all(ids.map((id) => second.client.wait(id)));

		expect(ended.map((one) => one.status)).toEqual(ids.map(() => 'finished'));
		const [pdf] = await download(
			ended[49] ??
				ended[0] ??
				(() => {
					throw new Error();
				})(),
			'out',
		);
		expect(String(pdf?.subarray(0, 5))).toBe('%PDF-');
		await second.service.terminate();
		expect(rows('SELECT COUNT(*) AS n FROM tasks')).toEqual([{ n: 150 }]);
		expect(
			rows(
				"SELECT COUNT(*) AS n FROM files JOIN tasks ON id = task_id WHERE operation = 'convert'",
			),
		).toEqual([{ n: 50 }]);
		expect(rows('SELECT MAX(attempt) AS most, SUM(interruptions) > 0 AS cut FROM tasks')).toEqual([
			{ most: 2, cut: 1 },
		]);
		expect(readdirSync(path.join(data, 'work'))).toEqual([]);
	});

	it('gives a task up that was cut off three times', async () => {
		const { client, service } = await start();
		const { id } = await client.submit({ a: { operation: 'import/upload' } });
		await service.kill();
		const database = new DatabaseSync(path.join(data, 'filemill.sqlite'));
		database.exec("UPDATE tasks SET status = 'processing', attempt = 3, interruptions = 2");
		database.close();

		const again = await start();
		const ended = await again.client.wait(id);

		expect(find(ended, 'a')).toMatchObject({ status: 'error', code: 'INTERRUPTED' });
	});
});

describe('a service that is told to stop', () => {
	it('finishes what runs and keeps what waits', async () => {
		const first = await start();
		const ids: string[] = [];
		for (let index = 0; index < 20; index++)
			ids.push((await first.client.submit(job(`${index}`))).id);
		const code = await first.service.terminate();

		expect(code).toBe(0);
		expect(rows("SELECT COUNT(*) AS n FROM tasks WHERE status = 'processing'")).toEqual([{ n: 0 }]);

		const second = await start();
		const ended = await Promise.all(ids.map((id) => second.client.wait(id)));
		expect(ended.map((one) => one.status)).toEqual(ids.map(() => 'finished'));
	});
});

describe('a data folder', () => {
	it('is used by one service only', async () => {
		await start();

		await expect(startService({ FILEMILL_DATA: data })).rejects.toThrow(
			/Another Filemill service uses/,
		);
	});
});
