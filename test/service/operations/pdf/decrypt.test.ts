import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-decrypt-'));
const pages = fixture('pdf/pages-3.pdf');
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const decrypt = (file: string, password?: string) =>
	operate(client, 'pdf/decrypt', { password }, [file]);

describe('pdf/decrypt', () => {
	it.each([
		['40', 'RC4-40'],
		['128', 'RC4-128'],
		['128 --use-aes=y', 'AES-128'],
		['256 --force-R5', 'AES-256'],
		['256', 'AES-256'],
	])('removes the password of a PDF encrypted with %s', async (key, method) => {
		const locked = await lock('user', 'owner', ...key.split(' '));

		for (const password of ['user', 'owner']) {
			const { paths, result } = await decrypt(locked, password);

			expect(await protection(paths[0])).toBe('no');
			expect(await textOf(paths[0])).toEqual(['Page 1', 'Page 2', 'Page 3']);
			expect(result).toMatchObject({ pages: 3, removed_encryption: { method } });
		}
	});

	it.each([undefined, ''])(
		'removes restrictions of a PDF that opens without a password, given %j',
		async (password) => {
			const restricted = await lock('', 'owner', '256', '--print=none');

			const { paths, result } = await decrypt(restricted, password);

			expect(await protection(restricted)).toMatch(/^yes/);
			expect(await protection(paths[0])).toBe('no');
			expect(result).toMatchObject({ pages: 3, removed_encryption: { allow_print: 'none' } });
		},
	);

	it('reads a password beyond ASCII', async () => {
		const { paths } = await decrypt(await lock('пароль-ß', 'owner', '256'), 'пароль-ß');

		expect(await protection(paths[0])).toBe('no');
	});

	it('says that a password is missing', async () => {
		const { task } = await decrypt(await lock('user', 'owner', '256'));

		expect(task).toMatchObject({
			code: 'PASSWORD_REQUIRED',
			message:
				'File "256.pdf" is protected by a password; set "password" to the one that opens it.',
		});
	});

	it('says that a password is wrong, and does not repeat it', async () => {
		const { task, job } = await decrypt(await lock('user', 'owner', '256'), 'sesame-open');

		expect(task).toMatchObject({
			code: 'WRONG_PASSWORD',
			message: 'File "256.pdf" does not open with this password; set "password" to the right one.',
		});
		expect(JSON.stringify(job) + service.log()).not.toContain('sesame-open');
	});

	it('keeps a PDF that is not encrypted, byte for byte, and says so', async () => {
		const { paths, result } = await decrypt(pages, 'anything');

		expect(await readFile(paths[0] ?? '')).toEqual(await readFile(pages));
		expect(result).toMatchObject({
			pages: 3,
			warnings: ['File "pages-3.pdf" is not encrypted; it was kept as it is.'],
		});
	});
});

async function lock(user: string, owner: string, ...key: string[]): Promise<string> {
	const file = path.join(folder, `${key.join('')}.pdf`);
	const args = ['--allow-weak-crypto', '--encrypt', user, owner, ...key, '--', pages, file];
	await execa('/usr/bin/qpdf', args);
	return file;
}

async function protection(file = ''): Promise<string | undefined> {
	const { stdout } = await execa('/usr/bin/pdfinfo', [file]);
	return /^Encrypted: +(.*)$/m.exec(stdout)?.[1];
}

async function textOf(file = ''): Promise<string[] | null> {
	return (await execa('/usr/bin/pdftotext', [file, '-'])).stdout.match(/Page \d/g);
}
