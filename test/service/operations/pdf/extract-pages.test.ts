import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { fieldsOf, navigationOf, pagesOf, protectionOf } from '../../../harness/read-pdf.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-extract-'));
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

const extract = (pages: string, file: string) =>
	operate(client, 'pdf/extract-pages', { pages }, [file]);

describe('pdf/extract-pages', () => {
	it('takes pages in the order asked for, from both ends', async () => {
		const { paths, result, task } = await extract('r1, 2-3, 11-', fixture('pdf/pages-12.pdf'));

		expect((await pagesOf(paths[0])).map((page) => page.match(/Page \d+/)?.[0])).toEqual([
			'Page 12',
			'Page 2',
			'Page 3',
			'Page 11',
			'Page 12',
		]);
		expect(result.pages).toBe(5);
		expect(task.engine).toBe('qpdf');
	});

	it('keeps the links and bookmarks of an office document that still lead somewhere', async () => {
		const { paths } = await extract('2,4', fixture('pdf/book.pdf'));

		expect(await navigationOf(paths[0])).toEqual({
			bookmarks: [
				'Chapter One → 1',
				'  Section 1.1 Größe → 1',
				'Chapter Three → 2',
				'  Section 3.1 → 2',
			],
			links: [['chapter three → 2'], []],
		});
	});

	it('keeps those of every kind, and leads a heading without its page to what is below it', async () => {
		const { paths } = await extract('3,2', fixture('pdf/chapters-a.pdf'));

		expect(await navigationOf(paths[0])).toEqual({
			bookmarks: ['Chapter A1 → 2', '  Sub A to 2 → 2', 'Chapter A2 → 2', 'Chapter A3 → 1'],
			links: [
				['web → https://example.com/A3'],
				['by name → 1', 'by page → 1', 'web → https://example.com/A2'],
			],
		});
		const { stdout } = await execa('/usr/bin/pdfinfo', ['-dests', paths[0] ?? '']);
		expect(stdout.match(/"chap\d"/g)).toEqual(['"chap3"', '"chap2"']);
	});

	it('leaves no outline where no bookmark leads anywhere', async () => {
		const { paths } = await extract('1', fixture('pdf/book.pdf'));

		expect(await navigationOf(paths[0])).toEqual({
			bookmarks: [],
			links: [['elsewhere → https://example.com/']],
		});
	});

	it('keeps the form fields of its pages, and their labels', async () => {
		const { paths } = await extract('2-3', fixture('pdf/chapters-a.pdf'));

		expect(await fieldsOf(paths[0])).toEqual(['field2 = value A2', 'field3 = value A3']);
		const { stdout } = await execa('/usr/bin/qpdf', [
			'--json=2',
			'--json-key=pagelabels',
			paths[0] ?? '',
		]);
		expect(JSON.parse(stdout).pagelabels).toEqual([{ index: 0, label: { '/S': '/D', '/St': 1 } }]);
	});

	it('keeps the tags of its pages for screen readers, and no others', async () => {
		const { paths } = await extract('2,4', fixture('pdf/book.pdf'));

		const { stdout } = await execa('/usr/bin/pdfinfo', ['-struct-text', paths[0] ?? '']);
		const lines = stdout.split('\n').map((line) => line.trim());
		expect(lines.filter((line) => /^(H\d|Link) |^"/.test(line))).toEqual([
			'H1 (block):',
			'"Chapter One"',
			'H2 (block):',
			'"Section 1.1 Größe"',
			'"Text of one. See "',
			'Link (inline):',
			'"chapter three"',
			'"."',
			'H1 (block):',
			'"Chapter Three"',
			'H2 (block):',
			'"Section 3.1"',
			'"Text of three."',
		]);
		expect((await execa('/usr/bin/pdfinfo', [paths[0] ?? ''])).stdout).toMatch(/Tagged: +yes/);
	});

	it('leaves nothing of the other pages in the file', async () => {
		const { paths } = await extract('2-3', fixture('pdf/chapters-a.pdf'));

		const { stdout } = await execa('/usr/bin/qpdf', [
			'--qdf',
			'--object-streams=disable',
			paths[0] ?? '',
			'-',
		]);
		expect(stdout).toContain('Page A2');
		expect(stdout).not.toMatch(/Page A1|value A4|Chapter A4/);
	});

	it('keeps the restrictions of a PDF', async () => {
		const file = path.join(folder, 'restricted.pdf');
		const source = fixture('pdf/book.pdf');
		await execa('/usr/bin/qpdf', [
			'--encrypt',
			'',
			'owner',
			'256',
			'--print=none',
			'--',
			source,
			file,
		]);

		const { paths } = await extract('2', file);

		expect(await protectionOf(paths[0])).toContain('print:no');
		expect((await navigationOf(paths[0])).bookmarks).toHaveLength(2);
	});

	it.each([
		['13', 'has 12 pages and no page 13'],
		['1-20', 'has 12 pages and no page 20'],
		['r13', 'has 12 pages and no page r13'],
		['9-r9', 'has 12 pages, where "9-r9" ends before it begins'],
	])('says what is wrong with the pages %s of twelve', async (pages, words) => {
		const { task } = await extract(pages, fixture('pdf/pages-12.pdf'));

		expect(task).toMatchObject({
			code: 'INVALID_OPTION',
			message: `Parameter "pages" is "${pages}", but "pages-12.pdf" ${words}.`,
		});
	});
});
