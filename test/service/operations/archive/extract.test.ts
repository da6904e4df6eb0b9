import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, download, find } from '../../../harness/client.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';
import { bombOf, halfOf, linksOf, manyOf, oldNames, pictureOf, python, zipOf } from './hostile.ts';
import { contents, digests, digestsOf, env, foreign, packFolder, writeSources } from './samples.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-extract-'));
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

const inFolder = (name: string) => path.join(folder, name);

async function extract(file: string, params: object = {}) {
	const done = await operate(client, 'archive/extract', { ...params }, [file]);
	const files = (done.task.result?.files ?? []).map(({ filename, dir = '' }, index) => [
		path.join(dir, filename),
		readFileSync(done.paths[index] ?? ''),
	]);
	const found: Record<string, Buffer> = Object.fromEntries(files);
	return { ...done, found: digests(found), code: done.task.code, message: done.task.message };
}

describe('archive/extract', () => {
	it.each([
		'zip',
		'7z',
		'wim',
		'tar',
		'tar.gz',
		'tar.bz2',
		'tar.xz',
		'tar.zst',
		'cpio',
		'iso',
		'xar',
	])('takes the files out of %s and says their folders', async (format) => {
		const archive = await packFolder(sources, inFolder(`all.${format}`), format);

		const { found, result } = await extract(archive);

		expect(found).toEqual(digests(contents));
		expect(result).toMatchObject({
			bytes_out: Buffer.byteLength(Object.values(contents).join('')),
		});
	});

	it.each(Object.entries(foreign))('takes the files out of %s', async (format, base64) => {
		writeFileSync(inFolder(`foreign.${format}`), base64, 'base64');

		const { found } = await extract(inFolder(`foreign.${format}`));

		expect(found).toEqual(digests({ 'sub/a.txt': 'hello\n', 'b.txt': 'Grüße\n' }));
	});

	it.each(['gzip', 'bzip2', 'xz', 'zstd'])('decompresses a file of %s', async (program) => {
		const extension = { gzip: 'gz', bzip2: 'bz2', zstd: 'zst' }[program] ?? program;
		const { stdout } = await execa(program, ['-c'], { input: 'a;b\n', encoding: 'buffer' });
		writeFileSync(inFolder(`table.csv.${extension}`), stdout);

		const { found } = await extract(inFolder(`table.csv.${extension}`));

		expect(found).toEqual(digests({ 'table.csv': 'a;b\n' }));
	});

	it.each(['zip', '7z', 'rar'])(
		'hands folders on to what packs the files again as %s',
		async (output_format) => {
			const archive = await packFolder(sources, inFolder(`on.${output_format}.tar`), 'tar');
			const job = await client.run(
				{
					in: { operation: 'import/upload' },
					work: { operation: 'archive/extract', input: 'in' },
					pack: { operation: 'archive', input: 'work', output_format },
					packed: { operation: 'export/url', input: 'pack' },
					all: { operation: 'export/url', input: 'work', archive_multiple_files: true },
					each: { operation: 'export/url', input: 'work' },
				},
				{ in: archive },
			);

			for (const task of ['packed', 'all']) {
				const target = mkdtempSync(inFolder('packed-'));
				const [content = ''] = await download(job, task);
				writeFileSync(inFolder('packed'), content);
				await execa('bsdtar', ['-xf', inFolder('packed'), '-C', target], { env });
				expect(digestsOf(target)).toEqual(digests(contents));
			}
			const folders = find(job, 'each').result?.files?.map(({ dir }) => dir);
			expect(folders).toEqual(['docs', 'docs', 'docs/2026', undefined]);
		},
	);

	it('takes only the files that are asked for', async () => {
		const archive = await packFolder(sources, inFolder('some.tar'), 'tar');

		const { found, result } = await extract(archive, { files: '*.csv, docs/*/*.md' });

		expect(Object.keys(found)).toEqual(['docs/2026/中文 😀.md', 'docs/Übersicht ä.csv']);
		expect(result.entries).toBe(7);
		expect(await extract(archive, { files: '*.pdf' })).toMatchObject({
			code: 'INVALID_OPTION',
			message: expect.stringContaining('the archive has "docs/empty.txt"'),
		});
	});

	it.each([
		['zip', ['-mem=AES256']],
		['zip', []],
		['7z', []],
		['7z', ['-mhe']],
	])('opens an encrypted %s (%j) by its password alone', async (format, flags) => {
		const archive = inFolder(`locked${flags.join('')}.${format}`);
		await execa('7zz', ['a', '-bso0', '-pgeheim &$', ...flags, archive, '.'], {
			cwd: path.join(sources, 'docs'),
			env,
		});

		expect((await extract(archive, { password: 'geheim &$' })).names).toHaveLength(3);
		expect(await extract(archive)).toMatchObject({ code: 'PASSWORD_REQUIRED' });
		expect(await extract(archive, { password: 'other' })).toMatchObject({ code: 'WRONG_PASSWORD' });
	});

	it('reads names of ZIP programs that knew no UTF-8', async () => {
		writeFileSync(inFolder('old.zip'), oldNames, 'base64');

		expect((await extract(inFolder('old.zip'))).names).toEqual(['ü.txt']);
	});

	it('keeps names inside their folder, apart and portable', async () => {
		await python(zipOf, inFolder('names.zip'), [
			...['../../etc/passwd', '/abs/x.txt', '..\\win.txt', 'C:\\y.txt', 'a/../b.txt'],
			...['same.txt', 'same.txt', 'SAME.TXT', 'CON', 'n.txt::$DATA', 'a\u202egpj.exe', 't\tt.txt'],
		]);

		const { task, names } = await extract(inFolder('names.zip'));

		expect(task.result?.files?.map(({ filename, dir }) => [dir, filename].join(':'))).toEqual([
			...['etc:passwd', 'abs:x.txt', ':win.txt', 'C_:y.txt', 'a:b.txt'],
			...[
				':same.txt',
				':same-2.txt',
				':SAME-3.TXT',
				':_CON',
				':n.txt__$DATA',
				':agpj.exe',
				':t_t.txt',
			],
		]);
		expect(names).toHaveLength(12);
		expect(task.result?.warnings).toEqual([expect.stringContaining('"../../etc/passwd"')]);
	});

	it('follows no link out of the archive, and reads those within it', async () => {
		await python(linksOf, inFolder('links.tar'), []);

		const { found, result } = await extract(inFolder('links.tar'));

		expect(found).toEqual(digests({ 's/passwd': 'inside', 'ok.txt': 'ok', 'again.txt': 'ok' }));
		expect(result.warnings).toEqual([
			'Links and devices are not followed; left out: "s", "h", "dev", "fifo".',
		]);
	});

	it.each(['7z', 'wim'])('leaves the links of %s where they are', async (format) => {
		const archive = inFolder(`linked.${format}`);
		await execa('7zz', ['a', '-bso0', '-snl', archive, 'link', 'read me.txt'], { cwd: sources });

		const { names, result } = await extract(archive);

		expect(names).toEqual(['read me.txt']);
		expect(result.warnings).toEqual(['Links and devices are not followed; left out: "link".']);
	});

	it.each([
		['a bomb', 'ARCHIVE_TOO_LARGE', 'archive bombs', bombOf],
		['more entries than are taken', 'ARCHIVE_TOO_LARGE', 'more than the 10000 entries', manyOf],
		['nothing', 'EMPTY_FILE', 'holds no files', 'zipfile.ZipFile(target, "w").close()'],
		['half of itself', 'INVALID_FILE', 'damaged, incomplete', halfOf],
		['a picture', 'FORMAT_MISMATCH', 'holds png', pictureOf],
		['noise', 'INVALID_FILE', 'holds no zip', 'open(target, "wb").write(os.urandom(3000))'],
	])('refuses an archive that holds %s, and leaves nothing', async (_, code, words, script) => {
		await python(script, inFolder('bad.zip'), []);

		expect(await extract(inFolder('bad.zip'))).toMatchObject({
			code,
			message: expect.stringContaining(words),
		});
		expect(readdirSync(path.join(service.data, 'work'))).toEqual([]);
	});

	it.each([
		[{ input_format: 'docm' }, 'input_format'],
		[{ engine: 'rar' }, 'must be one of libarchive, 7zip'],
		[{ files: '' }, 'files'],
	])('refuses %j before the job begins', async (params, words) => {
		const { status, text } = await client.request('POST', '/v2/jobs', {
			body: {
				tasks: {
					in: { operation: 'import/upload' },
					work: { operation: 'archive/extract', input: 'in', ...params },
				},
			},
		});

		expect(status).toBe(422);
		expect(text).toContain(words);
	});
});
