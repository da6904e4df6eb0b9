import { mkdtempSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import type { Entry } from '../../../../service/engines/archivetool/entries.ts';
import { writeRar } from '../../../../service/engines/archivetool/write-rar.ts';
import { writeTar } from '../../../../service/engines/archivetool/write-tar.ts';
import { writeZip } from '../../../../service/engines/archivetool/write-zip.ts';
import { CancelledError } from '../../../../service/errors.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-write-archive-'));
const file = path.join(folder, 'zeros.mp4');
const size = 64 * 1024 * 1024;
const modified = new Date('2026-02-03T04:05:06Z');
const entries: Entry[] = ['one.mp4', 'two.mp4'].map((name) => ({
	name,
	path: file,
	size,
	modified,
}));

beforeAll(async () => {
	await writeFile(file, '');
	await truncate(file, size);
});

afterAll(() => rm(folder, { recursive: true }));

const writers = {
	zip: writeZip,
	tar: writeTar.bind(undefined, 'tar'),
	'tar.gz': writeTar.bind(undefined, 'tar.gz'),
	rar: writeRar,
} as const;

describe.each(Object.entries(writers))('writing %s', (format, write) => {
	it('tells how far it is, and keeps the times of the files', async () => {
		const output = path.join(folder, `whole.${format}`);
		const heard: number[] = [];

		await write(entries, {
			output,
			signal: new AbortController().signal,
			progress: (percent) => heard.push(percent),
		});

		const middle = heard.filter((percent) => percent > 40 && percent < 60);
		expect(middle.length).toBeGreaterThan(1);
		expect(heard).toEqual(heard.toSorted((a, b) => a - b));
		const { stdout } = await execa('bsdtar', ['-tvf', output], { env: { TZ: 'UTC' } });
		expect(stdout.match(/Feb +3 +(?:04:05|2026)/g)).toHaveLength(2);
	});

	it('stops at once when it is cancelled', async () => {
		const controller = new AbortController();

		const writing = write(entries, {
			output: path.join(folder, `cancelled.${format}`),
			signal: controller.signal,
			progress: () => controller.abort(new CancelledError()),
		});

		await expect(writing).rejects.toThrow(CancelledError);
	});
});
