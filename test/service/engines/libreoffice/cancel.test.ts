import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CancelledError } from '../../../../service/errors.ts';
import { processesOf } from '../inspect.ts';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
let slow: { path: string; filename: string };
beforeAll(async () => {
	bench = await startBench(1);
	slow = { path: path.join(bench.folder, 'slow.csv'), filename: 'slow.csv' };
	const row = Array.from({ length: 12 }, (_, column) => `column ${column}`).join(',');
	await writeFile(slow.path, `${row}\n`.repeat(30_000));
	await bench.run('convert', { output_format: 'pdf' }, ['office/pages-3.docx']);
});
afterAll(() => bench.close());

describe('a conversion that is cancelled', () => {
	it('ends at once with its whole process tree, and the next one runs', async () => {
		const before = await processesOf(path.join(bench.folder, 'data'));
		const controller = new AbortController();
		const ran = bench.run('convert', { output_format: 'pdf' }, [slow], controller.signal);
		const ended = expect(ran).rejects.toThrow(CancelledError);
		await busy();
		controller.abort(new CancelledError());
		await ended;

		const { facts } = await bench.run('convert', { output_format: 'pdf' }, ['office/pages-3.docx']);

		const after = await processesOf(path.join(bench.folder, 'data'));
		expect(facts).toMatchObject({ pages: 3 });
		expect(before.length).toBeGreaterThanOrEqual(4);
		expect(after.filter((pid) => before.includes(pid))).toEqual([]);
	});

	it('is finished by a fresh LibreOffice when its own crashed', async () => {
		const ran = bench.run('convert', { output_format: 'pdf', pages: '1' }, [slow]);
		await busy();
		for (const pid of await officesOf()) process.kill(pid, 'SIGKILL');

		expect((await ran).facts).toEqual({ pages: 1 });
	});

	it('leaves no process when the engines end', async () => {
		await bench.engines.close();

		expect(await processesOf(path.join(bench.folder, 'data'))).toEqual([]);
	});
});

/** Waits until the file is in the hands of LibreOffice, which then works on it for seconds. */
async function busy(): Promise<void> {
	const folder = path.join(bench.folder, 'data/engines/libreoffice');
	for (;;) {
		for (const worker of await readdir(folder)) {
			const files = await readdir(path.join(folder, worker, 'input')).catch((): string[] => []);
			if (files.includes('slow.csv')) return;
		}
		await delay(10);
	}
}

async function officesOf(): Promise<number[]> {
	const all = await processesOf(path.join(bench.folder, 'data'));
	const names = await Promise.all(
		all.map(async (pid) => ({
			pid,
			name: await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
		})),
	);
	return names.filter(({ name }) => name.startsWith('soffice')).map(({ pid }) => pid);
}
