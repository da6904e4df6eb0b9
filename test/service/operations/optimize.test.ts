import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { addUnseenText, drawPictures, drawSigned } from '../../harness/draw-pdfs.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { fieldsOf, navigationOf, pagesOf, protectionOf } from '../../harness/read-pdf.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;
let folder: string;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-optimize-'));
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

async function optimize(params: Readonly<Record<string, unknown>>, file: string) {
	const given = file.startsWith('/') ? file : fixture(file);
	const { paths, result, task } = await operate(client, 'optimize', params, [given]);
	return { file: paths[0] ?? '', result, task };
}

describe('optimize', () => {
	it('makes a scan ready for the web: smaller, and much the same to look at', async () => {
		const { file, result } = await optimize({}, 'scans/book-page.pdf');

		expect(result).toMatchObject({ profile: 'web', bytes_before: 185_098, kept_input: false });
		expect(result.bytes_after).toBe((await readFile(file)).length);
		expect(result.saved_percent).toBeGreaterThan(30);
		expect(result.done).toContain('1 picture compressed at up to 150 dpi');
		expect(await difference(file, fixture('scans/book-page.pdf'))).toBeLessThan(0.02);
		expect((await execa('/usr/bin/qpdf', ['--check-linearization', file])).exitCode).toBe(0);
	});

	it('is stronger with "max", at fewer dots', async () => {
		const max = await optimize({ profile: 'max' }, 'scans/book-page.pdf');

		expect(max.result.saved_percent).toBeGreaterThan(75);
		expect((await pictures(max.file)).map(({ dpi }) => dpi)).toEqual([96]);
		expect(await difference(max.file, fixture('scans/book-page.pdf'))).toBeLessThan(0.05);
	});

	it('keeps links, bookmarks, forms and text where fonts are merged', async () => {
		const { file, result } = await optimize({}, 'pdf/chapters-a.pdf');

		const before = fixture('pdf/chapters-a.pdf');
		expect(result).toMatchObject({ kept_input: false, text_kept: true });
		expect(await navigationOf(file)).toEqual(await navigationOf(before));
		expect(await fieldsOf(file)).toEqual(await fieldsOf(before));
		expect(await pagesOf(file)).toEqual(await pagesOf(before));
		expect(await difference(file, before)).toBeLessThan(0.01);
	});

	it('keeps tags for screen readers, and says that fonts stay as they are', async () => {
		const { file, result } = await optimize({ profile: 'max' }, 'pdf/book.pdf');

		expect(await info(file)).toMatch(/^Tagged: +yes$/m);
		expect(result.warnings).toContainEqual(expect.stringContaining('tags for screen readers'));
		expect(await pagesOf(file)).toEqual(await pagesOf(fixture('pdf/book.pdf')));
	});

	it('converts to CMYK for print, ligatures and all, even when that takes more room', async () => {
		const scan = await optimize({ profile: 'print' }, 'scans/book-page.pdf');
		const page = await optimize({ profile: 'print' }, 'pdf/browser.pdf');

		expect((await pictures(scan.file)).map(({ colour }) => colour)).toEqual(['cmyk']);
		expect(scan.result).toMatchObject({ kept_input: false });
		expect(scan.result.bytes_after).toBeGreaterThan(185_098);
		expect(page.result.done).toContain('colours converted to CMYK');
		expect(await pagesOf(page.file)).toEqual(await pagesOf(fixture('pdf/browser.pdf')));
	});

	it('loses not a dot in "archive"', async () => {
		const drawn = await drawPictures(folder);

		const { file, result } = await optimize({ profile: 'archive' }, drawn);

		expect(result.saved_percent).toBeGreaterThan(50);
		expect(result.done).toContain('2 pictures compressed without loss');
		expect((await pictures(file)).map(({ encoding }) => encoding)).toContain('jbig2');
		expect(await difference(file, drawn, '300')).toBe(0);
	});

	it('splits scans into text and paper with "mrc", and keeps text that can be searched', async () => {
		const scan = await addUnseenText(fixture('scans/book-page.pdf'), 'tip-toeing along', folder);

		const { file, result } = await optimize({ profile: 'mrc' }, scan);

		expect(result.done).toContain('1 page split into layers of text and paper');
		expect(result.saved_percent).toBeGreaterThan(55);
		expect(result).toMatchObject({ text_kept: true });
		expect(await pagesOf(file)).toEqual(['tip-toeing along']);
		expect((await pictures(file)).map(({ encoding }) => encoding)).toContain('jbig2');
		expect(await difference(file, scan)).toBeLessThan(0.03);
	});

	it('compresses what is no scan as it is with "mrc", and says so', async () => {
		const { file, result } = await optimize({ profile: 'mrc' }, await drawPictures(folder));

		expect(result.warnings).toEqual([
			expect.stringContaining('No page of "pictures.pdf" is a scan'),
		]);
		expect(await pictures(file)).toHaveLength(2);
		expect(result.saved_percent).toBeGreaterThan(50);
	});

	it('takes the colours away, however grey is spelt', async () => {
		const drawn = await drawPictures(folder);

		const { file, result } = await optimize({ colorspace: 'greyscale' }, drawn);

		expect((await pictures(file)).map(({ colour }) => colour)).toEqual(['gray', 'gray']);
		expect(result.done).toContain('colours converted to greys');
	});

	it('converts CMYK pictures to RGB for the web', async () => {
		const web = await optimize({}, 'pdf/cmyk.pdf');

		expect(new Set((await pictures(web.file)).map(({ colour }) => colour))).toEqual(
			new Set(['rgb']),
		);
		expect(await difference(web.file, fixture('pdf/cmyk.pdf'))).toBeLessThan(0.06);
	});

	it('keeps the input, byte by byte, when nothing makes it smaller', async () => {
		const { file, result } = await optimize({}, 'pdf/titled-alpha.pdf');

		expect(await readFile(file)).toEqual(await readFile(fixture('pdf/titled-alpha.pdf')));
		expect(result).toMatchObject({ kept_input: true, saved_percent: 0, done: [] });
		expect(result.warnings).toEqual([expect.stringContaining('does not make it smaller')]);
	});

	it('refuses a signed PDF, unless its signatures may become what they look like', async () => {
		const signed = await drawSigned(folder);

		const refused = await optimize({ profile: 'print' }, signed);
		const flattened = await optimize({ profile: 'print', flatten_signatures: true }, signed);

		expect(refused.task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
		expect(refused.task.message).toContain('"signed.pdf" is signed');
		expect(await info(flattened.file)).toMatch(/^Form: +none$/m);
		expect(await difference(flattened.file, signed)).toBeLessThan(0.03);
		expect(flattened.result.warnings).toContainEqual(expect.stringContaining('part of the page'));
	});

	it('keeps the restrictions of a PDF', async () => {
		const restricted = path.join(folder, 'restricted.pdf');
		const limits = ['--encrypt', '', 'owner', '256', '--extract=n', '--'];
		await execa('/usr/bin/qpdf', [...limits, fixture('scans/book-page.pdf'), restricted]);

		const { file } = await optimize({}, restricted);

		expect(await protectionOf(file)).toBe(await protectionOf(restricted));
		expect(await protectionOf(file)).toContain('copy:no');
	});

	it('says what it works on when it is given something else', async () => {
		const { task } = await optimize({}, 'office/report.docx');

		expect(task).toMatchObject({ status: 'error', code: 'UNSUPPORTED' });
		expect(task.message).toBe(
			'File "report.docx" is docx, but optimize works on pdf, jpg, png, webp, gif, svg; convert it to one of them first.',
		);
	});

	it('says that "quality" means nothing to a PDF', async () => {
		const { result } = await optimize({ quality: 50 }, 'scans/book-page.pdf');

		expect(result.warnings).toEqual([expect.stringContaining('"quality" has no effect')]);
	});
});

async function info(file: string): Promise<string> {
	return (await execa('/usr/bin/pdfinfo', [file])).stdout;
}

/** The pictures of a PDF but its masks, as Poppler lists them. */
async function pictures(file: string) {
	const { stdout } = await execa('/usr/bin/pdfimages', ['-list', file]);
	const rows = stdout
		.split('\n')
		.slice(2)
		.map((line) => line.trim().split(/\s+/));
	return rows
		.filter(([, , kind]) => kind !== 'smask')
		.map((row) => ({ colour: row[5], encoding: row[8], dpi: Number(row[12]) }));
}

/** How far two first pages are from each other: 0 is alike, 1 is black against white. */
async function difference(one: string, other: string, dpi = '75'): Promise<number> {
	const drawn = await Promise.all(
		[one, other].map(async (file, index) => {
			const target = `${one}-${index}`;
			await execa('/usr/bin/pdftoppm', ['-r', dpi, '-singlefile', '-png', file, target]);
			return `${target}.png`;
		}),
	);
	const { stderr } = await execa(
		'/usr/bin/compare-im6.q16',
		['-metric', 'MAE', ...drawn, 'null:'],
		{
			reject: false,
		},
	);
	return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}
