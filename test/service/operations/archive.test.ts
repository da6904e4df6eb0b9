import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, find, type Tasks } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-archive-'));
const files = {
	'Übersicht ä.txt': 'Grüße '.repeat(20_000),
	'中文 😀.md': '你好\n',
	'-o; $(id).csv': 'a;b\n',
	'picture.png': Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251)),
};
const formats = ['zip', 'rar', '7z', 'tar', 'tar.gz', 'tar.bz2'];
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	for (const [name, content] of Object.entries(files))
		await writeFile(path.join(folder, name), content);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

/** Packs a file a task; uploads cannot name these in a header, so their content goes as base64. */
async function pack(params: object, entries: readonly [name: string, content: string | Buffer][]) {
	const tasks: Record<string, Tasks[string]> = {};
	for (const [index, [filename, content]] of entries.entries())
		tasks[`in-${index}`] = {
			operation: 'import/base64',
			filename,
			file: Buffer.from(content).toString('base64'),
		};
	const input = Object.keys(tasks);
	const job = await client.run({
		...tasks,
		work: { operation: 'archive', input, ...params },
		out: { operation: 'export/url', input: 'work' },
	});
	const { result, ...task } = find(job, 'work');
	const [file] = find(job, 'out').result?.files ?? [];
	const target = path.join(folder, `${input.length}-${file?.filename ?? 'none'}`);
	if (file?.url) await writeFile(target, Buffer.from(await (await fetch(file.url)).arrayBuffer()));
	return { task, result: { ...result }, name: file?.filename, archive: target };
}

describe('archive', () => {
	it.each(formats)('packs files of any name and kind as %s', async (output_format) => {
		const { result, name, archive } = await pack({ output_format }, Object.entries(files));

		expect(name).toBe(`archive.${output_format}`);
		expect(await bsdtar(archive)).toEqual(digests(files));
		// Debian's 7-Zip reads no RAR.
		if (output_format !== 'rar') expect(await sevenZip(archive)).toEqual(digests(files));
		const bytes = Object.values(files).reduce((sum, one) => sum + Buffer.byteLength(one), 0);
		const [{ size }] = Object(result.files);
		expect(result).toMatchObject({ entries: 4, bytes_in: bytes, bytes_out: size });
	});

	it.each(['zip', 'rar', 'tar', 'tar.gz', 'tar.bz2'])(
		'keeps the order of the inputs in %s',
		async (output_format) => {
			const { archive } = await pack({ output_format }, Object.entries(files).reverse());

			expect((await execa('bsdtar', ['-tf', archive], utf8)).stdout.split('\n')).toEqual(
				Object.keys(files).reverse(),
			);
		},
	);

	it('marks names as UTF-8, so that every ZIP program reads them', async () => {
		const { archive } = await pack({ output_format: 'zip' }, Object.entries(files));

		const script =
			'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip());[print(i.filename,i.compress_type,oct(i.external_attr>>16)) for i in z.infolist()]';
		const { stdout } = await execa('python3', ['-c', script, archive], utf8);

		expect(stdout.split('\n')).toEqual([
			'None',
			'Übersicht ä.txt 8 0o100644',
			'中文 😀.md 8 0o100644',
			'-o; $(id).csv 8 0o100644',
			'picture.png 0 0o100644',
		]);
	});

	it.each(formats)(
		'keeps equal names, empty files and long names apart in %s',
		async (output_format) => {
			const long = `${'ß'.repeat(120)}.txt`;

			const { archive } = await pack({ output_format, filename: `packed.${output_format}` }, [
				['report.txt', 'one'],
				['REPORT.txt', 'two'],
				['report.txt', ''],
				[long, 'three'],
			]);

			expect(path.basename(archive)).toBe(`4-packed.${output_format}`);
			expect(await bsdtar(archive)).toEqual(
				digests({
					'report.txt': 'one',
					'REPORT-2.txt': 'two',
					'report-3.txt': '',
					[long]: 'three',
				}),
			);
		},
	);

	it('names the archive of one file after it', async () => {
		const { names } = await operate(client, 'archive', { output_format: 'tar.gz' }, [
			path.join(folder, 'picture.png'),
		]);

		expect(names).toEqual(['picture.tar.gz']);
	});

	it.each([
		[{ output_format: 'ZIP2' }, '"zip", "rar"'],
		[{ output_format: 'zip', engine: '7zip' }, 'must be archivetool'],
		[{}, 'output_format'],
	])('refuses %j before the job begins', async (params, words) => {
		const { status, text } = await client.request('POST', '/v2/jobs', {
			body: {
				tasks: {
					in: { operation: 'import/raw', filename: 'a.txt', file: 'a' },
					work: { operation: 'archive', input: 'in', ...params },
				},
			},
		});

		expect(status).toBe(422);
		expect(text.replaceAll('\\"', '"')).toContain(words);
	});
});

const utf8 = { env: { LC_ALL: 'C.UTF-8' } };

async function sevenZip(archive: string) {
	return extracted(async (target) => {
		const inner = archive.endsWith('z2') || archive.endsWith('.gz');
		await execa('7zz', ['x', archive, `-o${target}`], utf8);
		if (!inner) return;
		const [tar = ''] = readdirSync(target);
		await execa('7zz', ['x', path.join(target, tar), `-o${target}`], utf8);
		await rm(path.join(target, tar));
	});
}

async function bsdtar(archive: string) {
	return extracted((target) => execa('bsdtar', ['-xf', archive, '-C', target], utf8));
}

/** What a program takes out of an archive: names to checksums. */
async function extracted(extract: (target: string) => Promise<unknown>) {
	const target = mkdtempSync(path.join(folder, 'x-'));
	await extract(target);
	const names = readdirSync(target);
	return digests(
		Object.fromEntries(names.map((name) => [name, readFileSync(path.join(target, name))])),
	);
}

function digests(contents: Readonly<Record<string, string | Buffer>>) {
	return Object.fromEntries(
		Object.entries(contents)
			.map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
			.sort(),
	);
}
