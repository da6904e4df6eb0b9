import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, find } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { fieldsOf, navigationOf, pagesOf, protectionOf } from '../../harness/read-pdf.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-merge-'));
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

const merge = (...files: string[]) => operate(client, 'merge', { output_format: 'pdf' }, files);

describe('merge', () => {
	it('joins PDFs, documents and pictures in the order of its input', async () => {
		const picture = path.join(folder, 'red.png');
		await execa('/usr/bin/convert-im6.q16', ['-size', '60x40', 'xc:red', picture]);

		const { paths, result, names } = await merge(
			fixture('pdf/pages-3.pdf'),
			picture,
			fixture('office/report.docx'),
			fixture('pdf/chapters-b.pdf'),
		);

		const pages = await pagesOf(paths[0]);
		expect(pages.map((page) => page.match(/Page \w+|Invoice N°4242/)?.[0])).toEqual([
			'Page 1',
			'Page 2',
			'Page 3',
			undefined,
			'Invoice N°4242',
			'Page B1',
			'Page B2',
			'Page B3',
		]);
		expect(result).toMatchObject({ pages: 8, inputs: 4 });
		expect(names).toEqual(['pages-3.pdf']);
	});

	it('follows the order of the tasks in input, not that of the job', async () => {
		const job = await client.run(
			{
				one: { operation: 'import/upload' },
				two: { operation: 'import/upload' },
				both: { operation: 'merge', input: ['two', 'one'], output_format: 'pdf' },
				info: { operation: 'metadata', input: 'both' },
				first: { operation: 'convert', input: 'both', output_format: 'txt', pages: '1' },
				out: { operation: 'export/url', input: 'first' },
			},
			{ one: fixture('pdf/pages-3.pdf'), two: fixture('pdf/chapters-b.pdf') },
		);

		const [file] = find(job, 'out').result?.files ?? [];
		expect(await (await fetch(file?.url ?? '')).text()).toContain('Page B1');
		expect(find(job, 'both').result?.pages).toBe(6);
	});

	it('gives each file a bookmark with its own below, and leads links where they led', async () => {
		const { paths } = await merge(
			fixture('pdf/book.pdf'),
			fixture('pdf/pages-3.pdf'),
			fixture('pdf/chapters-b.pdf'),
			fixture('pdf/book.pdf'),
		);

		const { bookmarks, links } = await navigationOf(paths[0]);
		const book = (start: number) => [
			`A Book of Three Chapters → ${start}`,
			`  Chapter One → ${start + 1}`,
			`    Section 1.1 Größe → ${start + 1}`,
			`  Chapter Two → ${start + 2}`,
			`  Chapter Three → ${start + 3}`,
			`    Section 3.1 → ${start + 3}`,
		];
		expect(bookmarks).toEqual([
			...book(1),
			'pages-3 → 5',
			'Bravo → 8',
			'  Chapter B1 → 8',
			'    Sub B to 2 → 9',
			'  Chapter B2 → 9',
			'  Chapter B3 → 10',
			...book(11),
		]);
		expect(links.map((page) => page.filter((link) => !link.includes('https')))).toEqual([
			['one → 2', 'two → 3', 'three → 4'],
			['chapter three → 4'],
			['chapter one → 2'],
			[],
			[],
			[],
			[],
			['by name → 9', 'by page → 9'],
			['by name → 10', 'by page → 10'],
			['by name → 8', 'by page → 8'],
			['one → 12', 'two → 13', 'three → 14'],
			['chapter three → 14'],
			['chapter one → 12'],
			[],
		]);
	});

	it('keeps the fields of all forms apart, and says so', async () => {
		const { paths, result } = await merge(
			fixture('pdf/chapters-a.pdf'),
			fixture('pdf/chapters-b.pdf'),
		);

		const fields = await fieldsOf(paths[0]);
		expect(fields.map((field) => field.split(' = ')[1])).toEqual([
			...['value A1', 'value A2', 'value A3', 'value A4'],
			...['value B1', 'value B2', 'value B3'],
		]);
		expect(new Set(fields.map((field) => field.split(' = ')[0])).size).toBe(7);
		expect(result.warnings).toEqual([
			'Form fields of the same name in several files got new names: 3.',
		]);
	});

	it('keeps the files that are attached to several of the same name', async () => {
		const attached = await attach('note.txt');

		const { paths } = await merge(attached, fixture('pdf/pages-3.pdf'), attached);

		const { stdout } = await execa('/usr/bin/pdfdetach', ['-list', paths[0] ?? '']);
		expect(stdout.match(/\d: note\.txt/g)).toHaveLength(2);
	});

	it('calls a file by its name when its title is only where it lay', async () => {
		const named = path.join(folder, 'offer.pdf');
		const source = fixture('pdf/titled-bravo.pdf');
		await execa('/usr/bin/qpdf', [source, named]);
		await execa('/usr/bin/exiftool', [
			'-q',
			'-overwrite_original',
			'-Title=C:\\Temp\\x.tmp',
			named,
		]);

		const { paths } = await merge(named);

		expect((await navigationOf(paths[0])).bookmarks).toEqual(['offer → 1']);
	});

	it('keeps the labels of the pages of each file', async () => {
		const { paths } = await merge(fixture('pdf/chapters-a.pdf'), fixture('pdf/chapters-b.pdf'));

		const { stdout } = await execa('/usr/bin/qpdf', [
			'--json=2',
			'--json-key=pagelabels',
			paths[0] ?? '',
		]);
		expect(JSON.parse(stdout).pagelabels.map((one: { index: number }) => one.index)).toEqual([
			0, 1, 4, 5,
		]);
	});

	it('names the file that needs a password', async () => {
		const locked = await lock('locked.pdf', 'user');

		const { task } = await merge(fixture('pdf/pages-3.pdf'), locked);

		expect(task).toMatchObject({
			code: 'PASSWORD_REQUIRED',
			message: 'File "locked.pdf" is protected by a password; decrypt it with pdf/decrypt first.',
		});
	});

	it('says that restrictions of one file do not hold for all', async () => {
		const restricted = await lock('restricted.pdf', '');

		const { paths, result } = await merge(fixture('pdf/pages-3.pdf'), restricted);

		expect(await protectionOf(paths[0])).toBe('no');
		expect(result.warnings).toEqual([
			'File "restricted.pdf" restricts what readers may do; the result does not.',
		]);
	});
});

async function attach(name: string): Promise<string> {
	const note = path.join(folder, name);
	const file = path.join(folder, 'attached.pdf');
	await writeFile(note, 'A note.');
	const source = fixture('pdf/titled-bravo.pdf');
	await execa('/usr/bin/qpdf', [source, '--add-attachment', note, '--', file]);
	return file;
}

async function lock(name: string, password: string): Promise<string> {
	const file = path.join(folder, name);
	const source = fixture('pdf/titled-bravo.pdf');
	await execa('/usr/bin/qpdf', ['--encrypt', password, 'owner', '256', '--', source, file]);
	return file;
}
