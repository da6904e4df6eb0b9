import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-markdown-'));

let service: TestService;

beforeAll(async () => {
	service = await startService();
});

afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true });
});

describe('convert of documents to Markdown', () => {
	it('keeps tables, and says what became of pictures', async () => {
		const { text, result, engine } = await markdown(fixture('office/report.docx'));

		expect(text).toMatch(/^\*\*Invoice N°4242\*\*$/m);
		expect(text).toMatch(/^\| Product +\| \*\*Price\*\* .*\n\|-+\|-+\|-+\|-+\|\n\| Hoverboard /m);
		expect(result.warnings).toEqual([
			'1 picture of "report.docx" is left out: a md file holds none.',
		]);
		expect(engine).toBe('pandoc');
	});

	it('writes the title of a document first', async () => {
		const file = await make(
			'titled.docx',
			'% The Mill\n% A. Reed\n\n# One\n\nText\n\n## Two\n\n- a\n- b\n',
		);
		const { text } = await markdown(file);

		expect(text).toMatch(/^# The Mill\n\nA\. Reed\n\n# One\n\nText\n\n## Two\n\n- +a\n- +b\n$/);
	});

	it('reads old formats by way of LibreOffice', async () => {
		const { text, engine } = await markdown(await make('old.rtf', '# Größe\n\nText *so*\n'));

		expect(text).toContain('Größe');
		expect(text).toContain('Text *so*');
		expect(engine).toBe('libreoffice');
	});
});

describe('convert of presentations and spreadsheets to Markdown', () => {
	it('writes a heading a slide, with lists, tables and notes', async () => {
		const deck =
			'# First\n\n- One\n  - nested *deep*\n- [link](https://example.org)\n\n::: notes\nSpeak.\n:::\n\n# Second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
		const { text } = await markdown(await make('deck.pptx', deck));

		expect(text).toBe(
			'## First\n\n- One\n  - nested deep\n- [link](https://example.org)\n\n> Notes: Speak.\n\n## Second\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n',
		);
	});

	it('writes a table a sheet, with values as they are shown', async () => {
		const { text } = await markdown(fixture('office/sheets.xlsx'));

		expect(text).toMatch(/^## Sheet1\n\n\| Chunk Type \| Chunk<br>Size \|.*\n\|( --- \|){16}\n/);
		expect(text).toMatch(/^\| CharTextSplit \| 100 \| 50 \| {2}\| {2}\| {2}\| 0\.53 \| 0\.41 \|/m);
	});

	it('reads separated values with quotes and other separators', async () => {
		const csv = '\ufeffName;Said;n\r\n"Reed; A.";"""so""\r\nit is";1,5\r\n|x;*y*;\r\n';
		const { text } = await markdown(write('values.csv', csv));

		expect(text).toBe(
			'| Name     | Said          | n   |\n|----------|---------------|-----|\n| Reed; A. | "so"<br>it is | 1,5 |\n| \\|x      | \\*y\\*         |     |\n',
		);
	});
});

describe('convert of web pages to Markdown', () => {
	it('keeps what the page says and nothing around that', async () => {
		const html = `<title>Site - Page</title><nav><a href="/">Home</a></nav><style>p { color: red }</style>
<h1 class="title">Page</h1><p id="p"></p><script>p.innerHTML = 'Written by a <b>script</b>'</script>
<p style="display:none">Hidden</p><button>Press</button><table><tr><td>a<td>b<tr><td>1<td><ul><li>x<li>y</ul></table>
<span style="font-weight:700">Bold</span><pre><code class="language-js">let a;</code></pre>`;
		const { text } = await markdown(write('page.html', html));

		expect(text).toMatch(/^# Page\n\nWritten by a \*\*script\*\*\n\n\| a +\| b +\|\n/);
		expect(text).toMatch(/\| 1 +\| • x<br>• y \|\n\n\*\*Bold\*\*\n\n``` js\nlet a;\n```/);
		expect(text).not.toMatch(/Home|color|Hidden|Press|Site/);
	});
});

describe('convert of PDFs to Markdown', () => {
	it('tells headings by bookmarks and sizes, and keeps links', async () => {
		const { text } = await markdown(fixture('pdf/book.pdf'));

		expect(text).toMatch(/^Contents: one, two, three, \[elsewhere\]\(https:\/\/example\.com\/\)\n/);
		expect(text).toMatch(
			/# Chapter One\n\n## Section 1\.1 Größe\n\nText of one\. See chapter three\./,
		);
	});

	it('joins the lines of paragraphs, and finds lists by numbers and tags', async () => {
		const { text } = await markdown(fixture('pdf/browser.pdf'));

		expect(text).toContain('basic text styling.\n\n## Section with Bulleted List\n');
		expect(text).toContain('It contains multiple heading levels, justified paragraphs, bulleted');
		expect(text).toMatch(/\n1\. Step 1: .*\n2\. Step 2: .*\n3\. Step 3: .*\n\n## Another/);
		expect(text).toMatch(
			/\n- First list .* PDF\.\n- Second .* shorter\.\n- Third item with bold text .*\n\n##/,
		);
	});

	it('reads columns one after the other, and tables row by row', async () => {
		const line = 'The mill stands by the river and turns when the wind blows from the west. ';
		const columns = `<style>@page { margin: 2cm }</style><h1>Mills</h1><div style="columns: 2; text-align: justify"><p>Begin. ${line.repeat(12)}<p>${line.repeat(12)} End.</div>
<h2>Table</h2><table style="width: 100%"><tr><th>Month<th>Sacks<th>Price<tr><td>May<td>1200<td>12.50<tr><td>June<td><td>13.00</table>`;
		const page = write('columns.html', columns);
		const { paths } = await operate(new Client(service), 'convert', { output_format: 'pdf' }, [
			page,
		]);
		const { text } = await markdown(paths[0] ?? '');

		const paragraph = line.repeat(12).trim();
		expect(text).toBe(
			`# Mills\n\nBegin. ${paragraph}\n\n${paragraph} End.\n\n## Table\n\n| Month | Sacks | Price |\n| --- | --- | --- |\n| May | 1200 | 12.50 |\n| June |  | 13.00 |\n\n`,
		);
	});

	it('takes the pages asked for', async () => {
		const { text } = await markdown(fixture('pdf/pages-12.pdf'), { pages: '3,5' });

		expect(text).toBe('Page 3\n\nPage 5\n\n');
	});

	it.each([
		['scans/book-page.pdf', 'INVALID_FILE', /pdf\/ocr finds the text/],
		['office/password-protected.docx', 'PASSWORD_REQUIRED', /convert it to odt first/],
		['pdf/encrypted.pdf', 'PASSWORD_REQUIRED', /password/],
	])('refuses %s', async (name, code, message) => {
		const { task } = await operate(new Client(service), 'convert', { output_format: 'md' }, [
			fixture(name),
		]);

		expect(task).toMatchObject({ status: 'error', code, message: expect.stringMatching(message) });
	});
});

async function markdown(file: string, params: object = {}) {
	const { paths, result, task } = await operate(
		new Client(service),
		'convert',
		{ output_format: 'md', ...params },
		[file],
	);
	return { text: readFileSync(paths[0] ?? '', 'utf8'), result, engine: task.engine };
}

function write(name: string, content: string): string {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
}

/** Makes a document of Markdown. */
async function make(name: string, content: string): Promise<string> {
	const source = write(`${name}.md`, content);
	const file = path.join(folder, name);
	await execa('/usr/bin/pandoc', ['--standalone', '-o', file, source]);
	return file;
}
