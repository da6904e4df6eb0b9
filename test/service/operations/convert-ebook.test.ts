import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { drawPicture, picturesIn, textOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-ebook-'));
const dot =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const book = `---\ntitle: The Old Mill\nauthor: A. Reed\n---\n\n# Chapter one\n\nIt was a *dark* night. Grüße.\n\n![dot](${dot})\n\n# Chapter two\n\nThe end.\n`;

let service: TestService;
let epub: string;
let mobi: string;

beforeAll(async () => {
	service = await startService();
	const source = write('book.md', book);
	epub = path.join(folder, 'book.epub');
	mobi = path.join(folder, 'book.mobi');
	await execa('/usr/bin/pandoc', ['-o', epub, source]);
	const { paths } = await convert(source, 'mobi');
	writeFileSync(mobi, readFileSync(paths[0] ?? ''));
});

afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true });
});

describe('convert of e-books', () => {
	it('makes a Kindle book of Markdown, with its title', async () => {
		const { stdout } = await execa('/usr/bin/exiftool', ['-s3', '-FileType', '-BookName', mobi]);

		expect(stdout).toBe('MOBI\nThe Old Mill');
		expect((await execa('/usr/bin/mutool', ['draw', '-F', 'txt', mobi])).stdout).toContain('Grüße');
	});

	it('makes an EPUB of a Kindle book', async () => {
		const { paths, task } = await convert(mobi, 'epub');

		const { stdout } = await execa('/usr/bin/pandoc', ['-t', 'markdown', paths[0] ?? '']);
		expect(stdout).toMatch(
			/Chapter one[\s\S]*It was a [\s\S]*dark[\s\S]* night\. Grüße\.[\s\S]*The end\./,
		);
		expect(task.engine).toBe('calibre');
	});

	it('is printed in its order, with pictures, a chapter a page', async () => {
		const { paths, result } = await convert(epub, 'pdf');

		expect(await textOf(paths[0])).toMatch(
			/The Old Mill[\s\S]*Chapter one\s+It was a dark night[\s\S]*\f\s*Chapter two\s+The end/,
		);
		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
		expect(result).toMatchObject({ pages: 3 });
	});
});

describe('convert of scanned books', () => {
	let djvu: string;

	beforeAll(async () => {
		const page = await drawPicture(path.join(folder, 'page.ppm'), '-size', '300x400', 'xc:skyblue');
		djvu = path.join(folder, 'scan.djvu');
		await execa('/usr/bin/c44', [page, djvu]);
		const text = write('text.txt', '(page 0 0 300 400 (line 50 180 200 230 "Grüße"))');
		await execa('/usr/bin/djvused', [djvu, '-s', '-e', `select 1; set-txt '${text}'`]);
	});

	it('become PDFs of their pages', async () => {
		const { paths, result } = await convert(djvu, 'pdf');

		expect(await picturesIn(paths[0])).toBe(1);
		expect(result).toMatchObject({ pages: 1 });
	});

	it('give the text behind their pages', async () => {
		const { paths } = await convert(djvu, 'txt');

		expect(readFileSync(paths[0] ?? '', 'utf8')).toContain('Grüße');
	});
});

describe('convert of what is no e-book, or a locked one', () => {
	it.each([
		['empty.mobi', () => Buffer.alloc(0), 'EMPTY_FILE', /is empty/],
		['picture.epub', () => Buffer.from(dot.replace(/.*,/, ''), 'base64'), 'FORMAT_MISMATCH', /png/],
		['cut.mobi', () => readFileSync(mobi).subarray(0, 2000), 'INVALID_FILE', /damaged/],
		['cut.epub', () => readFileSync(epub).subarray(0, 2000), 'INVALID_FILE', /damaged/],
		['none.djvu', () => Buffer.from([0, 1, 2, 3]), 'INVALID_FILE', /damaged/],
		['locked.mobi', locked, 'INVALID_FILE', /DRM/],
	])('refuses %s', async (name, content, code, message) => {
		const { task } = await convert(write(name, content()), name.endsWith('djvu') ? 'pdf' : 'azw3');

		expect(task).toMatchObject({ status: 'error', code, message: expect.stringMatching(message) });
	});
});

/** A book whose header says that its text is encrypted in the way of Kindle. */
function locked(): Buffer {
	const bytes = Buffer.from(readFileSync(mobi));
	const header = bytes.readUInt32BE(78);
	bytes.writeUInt16BE(2, header + 12);
	return bytes;
}

function convert(file: string, output_format: string) {
	return operate(new Client(service), 'convert', { output_format }, [file]);
}

function write(name: string, content: string | Buffer): string {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
}
