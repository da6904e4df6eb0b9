import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { pictureOf, picturesIn, textOf } from '../engines/inspect.ts';
import { type Canary, startCanary, vectors } from './canary.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-html-'));
const markdown = `Grüße\n=====\n\nText with \`code\` and **bold**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b>raw</b>\n`;
const dot =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let service: TestService;
let canary: Canary;

beforeAll(async () => {
	canary = await startCanary();
	// Even what the operator allows is for captures, not for files.
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
});

afterAll(async () => {
	await service?.stop();
	canary?.close();
	await rm(folder, { recursive: true });
});

describe('convert of HTML', () => {
	it.each([
		['utf-8 without saying so', Buffer.from('<title>t</title>Grüße €')],
		[
			'the encoding it names',
			Buffer.from('<meta charset="iso-8859-15">Gr\xfc\xdfe \xa4', 'latin1'),
		],
		['utf-16', Buffer.from('\ufeff<p>Grüße €</p>', 'utf16le')],
	])('prints text in %s', async (_what, content) => {
		const { paths, result, task } = await convert('page.html', content, { output_format: 'pdf' });

		expect(await textOf(paths[0])).toContain('Grüße €');
		expect(result).toMatchObject({ pages: 1 });
		expect(task.engine).toBe('chrome');
	});

	it('runs scripts, shows pictures that are inside, and prints backgrounds', async () => {
		const html = `<img src="${dot}" width="50"><p id="p"></p><script>p.textContent = 6 * 7 + ' is it'</script>`;
		const { paths, result } = await convert('page.html', html, { output_format: 'pdf' });

		expect(await textOf(paths[0])).toContain('42 is it');
		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
		expect(result).not.toHaveProperty('warnings');
	});

	it('keeps the pages asked for', async () => {
		const html = [1, 2, 3].map((one) => `<h1 style="break-after:page">Page ${one}</h1>`).join('');
		const { paths, result } = await convert('page.htm', html, {
			output_format: 'pdf',
			pages: 'r2,1',
		});

		expect(await textOf(paths[0])).toMatch(/Page \d[\s\S]*Page 1/);
		expect(result).toMatchObject({ pages: 2 });
	});

	it.each([
		['png', 'PNG'],
		['jpg', 'JPEG'],
		['webp', 'WEBP'],
	])('becomes a picture as wide as asked: %s', async (output_format, format) => {
		const html = '<body style="margin:0"><div style="height:1234px">Tall</div>';
		const { paths, result } = await convert('page.html', html, {
			output_format,
			width: 400,
			height: 9,
		});

		expect(await pictureOf(paths[0])).toBe(`${format} 400x1234`);
		expect(result.warnings).toEqual([expect.stringMatching(/"height" has no effect/)]);
	});

	it('loads nothing from anywhere, and says how much it was', async () => {
		const html = vectors
			.replaceAll('AT', `127.0.0.1:${canary.port}`)
			.concat('<img src="picture.png"><iframe src="file:///etc/passwd"></iframe>');
		const { paths, result } = await convert('page.html', html, { output_format: 'pdf' });

		expect(await textOf(paths[0])).toContain('Reaching');
		expect(await textOf(paths[0])).not.toContain('root:');
		expect(result.warnings).toEqual([
			expect.stringMatching(/names \d\d other files, which were not/),
		]);
		expect(canary.hits).toEqual([]);
	});

	it('cannot lead to another page', async () => {
		const html = `Here <script>location = 'http://127.0.0.1:${canary.port}/'; setTimeout(() => { location = 'file:///etc/passwd' })</script>`;
		const { paths } = await convert('page.html', html, { output_format: 'pdf' });

		expect(await textOf(paths[0])).toContain('Here');
		expect(canary.hits).toEqual([]);
	});

	it('ends with its time-out when its scripts never rest', async () => {
		const html = '<script>for (;;) alert(1)</script>';
		const { task } = await convert('page.html', html, { output_format: 'pdf', timeout: 2 });

		expect(task).toMatchObject({ status: 'error', code: 'TIMEOUT' });
	});

	it.each([
		['', 'EMPTY_FILE'],
		[Buffer.from(dot.replace(/.*,/, ''), 'base64'), 'FORMAT_MISMATCH'],
		[Buffer.from([0, 1, 2, 3]), 'INVALID_FILE'],
	])('refuses what is no HTML: %j', async (content, code) => {
		const { task } = await convert('page.html', content, { output_format: 'pdf' });

		expect(task).toMatchObject({ status: 'error', code });
	});
});

describe('convert of Markdown', () => {
	it('becomes a whole HTML document', async () => {
		const { paths, names } = await convert('notes.md', markdown, { output_format: 'html' });

		const html = readFileSync(paths[0] ?? '', 'utf8');
		expect(names).toEqual(['notes.html']);
		expect(html).toMatch(
			/^<!doctype html>[\s\S]*<meta charset="utf-8">[\s\S]*<title>Grüße<\/title>/,
		);
		expect(html).toContain('<td>1</td>');
		expect(html).toContain('<b>raw</b>');
	});

	it('is printed as it is read', async () => {
		const { paths } = await convert('notes.markdown', markdown, { output_format: 'pdf' });

		const text = await textOf(paths[0]);
		expect(text).toContain('Text with code and bold.');
		expect(text).not.toMatch(/[|*=]/);
	});

	it('takes its title from its name where it has no heading', async () => {
		const { paths } = await convert('my notes.md', 'plain', { output_format: 'html' });

		expect(readFileSync(paths[0] ?? '', 'utf8')).toContain('<title>my notes</title>');
	});
});

function convert(filename: string, content: string | Buffer, params: object) {
	const file = path.join(mkdtempSync(path.join(folder, 'f-')), filename);
	writeFileSync(file, content);
	return operate(new Client(service), 'convert', { ...params }, [file]);
}
