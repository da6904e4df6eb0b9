import { randomBytes } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { fieldsOf, navigationOf, pagesOf, protectionOf } from '../../../harness/read-pdf.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-split-'));
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

const split = (file: string, params = {}) => operate(client, 'pdf/split-pages', params, [file]);

describe('pdf/split-pages', () => {
	it('makes a PDF of each page, in order', async () => {
		const { names, paths, result } = await split(fixture('pdf/pages-12.pdf'));

		expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `pages-12-${index + 1}.pdf`));
		for (const [index, file] of paths.entries())
			expect(await pagesOf(file)).toEqual([expect.stringContaining(`Page ${index + 1}`)]);
		expect(result.pages).toBe(12);
	});

	it('names the pages as it is told', async () => {
		const { names } = await split(fixture('pdf/pages-3.pdf'), { filename: 'page_%04d.pdf' });

		expect(names).toEqual(['page_0001.pdf', 'page_0002.pdf', 'page_0003.pdf']);
	});

	it('puts into each file only what its page needs', async () => {
		const source = path.join(folder, 'pictures.pdf');
		await writeFile(source, picturePages());

		const { paths } = await split(source);

		const sizes = paths.map((file) => statSync(file).size);
		expect(sizes).toHaveLength(2);
		expect(Math.max(...sizes)).toBeLessThan(statSync(source).size * 0.4);
	});

	it('keeps bookmarks and links that lead to the page itself or elsewhere', async () => {
		const { paths } = await split(fixture('pdf/chapters-a.pdf'));

		const found = await Promise.all(paths.map(navigationOf));
		expect(found.map(({ bookmarks }) => bookmarks)).toEqual([
			['Chapter A1 → 1'],
			['Chapter A1 → 1', '  Sub A to 2 → 1', 'Chapter A2 → 1'],
			['Chapter A3 → 1'],
			['Chapter A4 → 1'],
		]);
		expect(found.map(({ links }) => links)).toEqual(
			[1, 2, 3, 4].map((page) => [[`web → https://example.com/A${page}`]]),
		);
	});

	it('keeps the form field of each page', async () => {
		const { paths } = await split(fixture('pdf/chapters-a.pdf'));

		expect(await Promise.all(paths.map(fieldsOf))).toEqual(
			[1, 2, 3, 4].map((page) => [`field${page} = value A${page}`]),
		);
	});

	it('says that attached files stay behind', async () => {
		const file = path.join(folder, 'attached.pdf');
		const note = fixture('office/sheet.csv');
		const source = fixture('pdf/pages-3.pdf');
		await execa('/usr/bin/qpdf', [source, '--add-attachment', note, '--', file]);

		const { result } = await split(file);

		expect(result.warnings).toEqual([
			'The pages of "attached.pdf" do not carry the files attached to it.',
		]);
	});

	it('keeps the restrictions of a PDF on each page', async () => {
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

		const { paths, result } = await split(file);

		for (const page of paths) expect(await protectionOf(page)).toContain('print:no');
		expect((await navigationOf(paths[1])).bookmarks[0]).toBe('Chapter One → 1');
		expect(result.warnings).toBeUndefined();
	});
});

/** Two pages that show a picture each and name both as resources; without a cross-reference table. */
function picturePages(): string {
	const picture = (number: number) => {
		const data = `${randomBytes(20_000).toString('hex')}>`;
		const size = '/Width 100 /Height 200 /BitsPerComponent 8 /ColorSpace /DeviceGray';
		return `${number} 0 obj\n<< /Subtype /Image ${size} /Filter /ASCIIHexDecode /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
	};
	const page = (number: number, name: string) => {
		const content = `100 0 0 200 0 0 cm /${name} Do`;
		return `${number} 0 obj\n<< /Type /Page /Parent 2 0 R /Contents ${number + 1} 0 R >>\nendobj\n${number + 1} 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
	};
	return [
		'%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
		'2 0 obj\n<< /Type /Pages /Count 2 /Kids [3 0 R 5 0 R] /MediaBox [0 0 100 200]',
		'/Resources << /XObject << /A 7 0 R /B 8 0 R >> >> >>\nendobj\n',
		...[page(3, 'A'), page(5, 'B'), picture(7), picture(8)],
		'trailer\n<< /Root 1 0 R /Size 9 >>\n',
	].join('');
}
