import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';
import {
	contents,
	digests,
	digestsOf,
	env,
	modified,
	packFolder,
	writeSources,
} from './samples.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-repack-'));
const sources = path.join(folder, 'sources');
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	mkdirSync(sources);
	writeSources(sources);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

async function repack(from: string, output_format: string, params: object = {}) {
	const archive = path.join(folder, `all.${from}`);
	await rm(archive, { force: true });
	await packFolder(sources, archive, from);
	return operate(client, 'convert', { output_format, ...params }, [archive]);
}

describe('convert, of archives', () => {
	it.each([
		['tar.gz', 'zip', '7zz'],
		['zip', '7z', '7zz'],
		['7z', 'zip', '7zz'],
		['7z', 'tar', 'tar'],
		['iso', 'tar.gz', 'tar'],
		['wim', 'tar.bz2', 'tar'],
		['cpio', 'tar.xz', 'tar'],
		['xar', 'tar.zst', 'tar'],
		['zip', 'rar', 'bsdtar'],
		['tar', 'cbz', '7zz'],
	])('makes %s into %s, with folders and times, which %s unpacks', async (from, to, program) => {
		const { names, paths, task } = await repack(from, to);

		expect([task.message, names]).toEqual([null, [`all.${to}`]]);
		const target = mkdtempSync(path.join(folder, 'x-'));
		const [result = ''] = paths;
		if (program === '7zz') await execa('7zz', ['x', '-bso0', `-o${target}`, result], { env });
		else await execa(program, ['-xf', result, '-C', target], { env });
		expect(digestsOf(target)).toEqual(digests(contents));
		const { stdout } = await execa('stat', ['-c', '%Y %F', 'read me.txt', 'nothing'], {
			cwd: target,
		});
		expect(stdout).toMatch(new RegExp(`^${modified} regular file\n\\d+ directory$`));
	});

	it('reads RAR, and refuses one that was cut between two files', async () => {
		const [rar = ''] = (await repack('tar', 'rar')).paths;
		const whole = await operate(client, 'convert', { output_format: 'zip' }, [rar]);
		const content = readFileSync(rar);
		const cut = path.join(folder, 'cut.rar');
		// The end of the archive has eight bytes.
		writeFileSync(cut, content.subarray(0, -8));

		const { task } = await operate(client, 'convert', { output_format: 'zip' }, [cut]);

		const { stdout } = await execa('7zz', ['l', '-ba', whole.paths[0] ?? ''], { env });
		expect(stdout.split('\n')).toHaveLength(7);
		expect(task).toMatchObject({
			code: 'INVALID_FILE',
			message: 'File "cut.rar" is incomplete: it ends before its end.',
		});
	});

	it('takes the password of an archive away', async () => {
		const locked = path.join(folder, 'locked.7z');
		await execa('7zz', ['a', '-bso0', '-mhe', '-psecret', locked, 'docs'], { cwd: sources, env });

		const { paths } = await operate(
			client,
			'convert',
			{ output_format: 'zip', password: 'secret' },
			[locked],
		);

		const { stdout } = await execa('7zz', ['t', paths[0] ?? ''], { env });
		expect(stdout).toContain('Everything is Ok');
	});

	it('refuses what it cannot read', async () => {
		const { task } = await repack('zip', 'pdf');

		expect(task.message).toMatch(/cannot be converted to pdf: .*7z, .*rar, tar, /);
	});
});
