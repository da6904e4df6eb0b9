import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collectFiles } from '../../../../service/engines/command/collect-files.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'filemill-collect-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = async () => (await collectFiles(folder)).map(({ filename }) => filename);

describe('collectFiles', () => {
	it('takes regular files alone, not links, pipes or folders', async () => {
		writeFileSync(path.join(folder, 'a.txt'), '');
		symlinkSync('/etc/passwd', path.join(folder, 'b.txt'));
		symlinkSync('/etc', path.join(folder, 'etc'));
		execFileSync('mkfifo', [path.join(folder, 'c.txt')]);
		mkdirSync(path.join(folder, 'd.txt'));

		expect(await names()).toEqual(['a.txt']);
	});

	it('counts as people do, finds files in folders, and cleans their names', async () => {
		mkdirSync(path.join(folder, 'z'));
		for (const name of ['page-10.png', 'page-9.png', 'z/one:two.txt', '.hidden'])
			writeFileSync(path.join(folder, name), name);

		expect(await names()).toEqual(['hidden', 'page-9.png', 'page-10.png', 'one_two.txt']);
	});
});
