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
import { textOf } from '../engines/inspect.ts';
import { type Canary, startCanary } from './canary.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-markup-'));
const dot =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const markdown = `---\ntitle: Grüße\ncss: /etc/passwd\n---\n\n# One\n\nText *so* and $x^2$.[^1]\n\n![dot](${dot})\n\n[^1]: Note\n`;

let service: TestService;
let canary: Canary;

beforeAll(async () => {
	canary = await startCanary();
	service = await startService();
});

afterAll(async () => {
	await service?.stop();
	canary?.close();
	await rm(folder, { recursive: true });
});

describe('convert of markup', () => {
	it.each([
		['a.rst', 'Title\n=====\n\nText *so*\n', 'org', /\* Title[\s\S]*Text \/so\//],
		['a.org', '* Title\n\nText /so/\n', 'rst', /Title\n=====[\s\S]*Text \*so\*/],
		['a.tex', '\\section{Title}\nText \\emph{so}', 'md', /# Title\n\nText \*so\*/],
		['a.mediawiki', "== Title ==\nText ''so''", 'textile', /h2[^.]*\. Title[\s\S]*Text _so_/],
		['a.textile', 'h1. Title\n\nText _so_', 'mediawiki', /= Title =[\s\S]*Text ''so''/],
		['a.dokuwiki', '====== Title ======\n\nText //so//', 'jira', /h1\. .*Title[\s\S]*Text _so_/],
		[
			'a.docbook',
			'<article><sect1><title>Title</title><para>Text</para></sect1></article>',
			'asciidoc',
			/== Title\n\nText/,
		],
		[
			'a.ipynb',
			'{"cells":[{"cell_type":"markdown","metadata":{},"source":["# Title"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}',
			'tex',
			/\\section\{Title\}/,
		],
		['a.md', markdown, 'man', /\.SH One[\s\S]*Text \\f\[I\]so/],
		[
			'a.opml',
			'<opml version="2.0"><body><outline text="Title"><outline text="Sub"/></outline></body></opml>',
			'md',
			/# Title\n\n## Sub/,
		],
	])('reads and writes the marks of each: %s', async (name, content, output_format, result) => {
		const { paths, task } = await convert(name, content, { output_format });

		expect(readFileSync(paths[0] ?? '', 'utf8')).toMatch(result);
		expect(task.engine).toBe('pandoc');
	});

	it.each([
		[
			'docx',
			'word/document.xml',
			/<w:pStyle w:val="Heading1"[\s\S]*One[\s\S]*<m:sSup>/,
			'word/media/',
		],
		['odt', 'content.xml', /<text:h .*One</, 'Pictures/'],
		['epub', 'EPUB/text/ch001.xhtml', /<h1[^>]*>One<\/h1>/, 'EPUB/media/'],
	])(
		'makes documents with the pictures that are inside: %s',
		async (output_format, part, result, media) => {
			const { paths, result: facts } = await convert('a.md', markdown, { output_format });

			const [file = ''] = paths;
			expect((await execa('/usr/bin/bsdtar', ['-xOf', file, part])).stdout).toMatch(result);
			const { stdout: names } = await execa('/usr/bin/bsdtar', ['-tf', file]);
			expect(names).toContain(media);
			expect(facts).not.toHaveProperty('warnings');
		},
	);

	it('makes formulas that LibreOffice prints', async () => {
		const { paths } = await convert('a.md', 'Formula: $x^2$', { output_format: 'docx' });
		const { paths: printed } = await operate(
			new Client(service),
			'convert',
			{ output_format: 'pdf' },
			[...paths],
		);

		expect(await textOf(printed[0])).toMatch(/Formula:\s+x\s*2/);
	});

	it('is printed by way of a browser', async () => {
		const { paths, result } = await convert('a.rst', 'Title\n=====\n\nText\n', {
			output_format: 'pdf',
			page_format: 'a5',
		});

		expect(await textOf(paths[0])).toMatch(/Title\s+Text/);
		expect(result).toMatchObject({ pages: 1 });
		expect((await execa('/usr/bin/pdfinfo', [paths[0] ?? ''])).stdout).toMatch(/\(A5\)/);
	});

	it('reads text in the encoding that Windows had', async () => {
		const content = Buffer.from('Gr\xfc\xdfe \x80', 'latin1');
		const { paths } = await convert('a.textile', content, { output_format: 'md' });

		expect(readFileSync(paths[0] ?? '', 'utf8')).toBe('Grüße €\n');
	});

	it('leaves pictures out where there is no room for them, and says so', async () => {
		const { paths, result } = await convert('a.md', markdown, { output_format: 'rst' });

		expect(readFileSync(paths[0] ?? '', 'utf8')).not.toContain('base64');
		expect(result.warnings).toEqual(['1 picture of "a.md" is left out: a rst file holds none.']);
	});
});

describe('convert of markup that reaches for other files', () => {
	it.each([
		[
			'a.rst',
			'.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\n.. csv-table::\n   :file: /etc/passwd\n\nText',
		],
		['a.tex', '\\input{/etc/passwd}\\include{/etc/passwd}\\lstinputlisting{/etc/passwd} Text'],
		['a.org', '#+INCLUDE: "/etc/passwd"\n\nText'],
		[
			'a.md',
			'---\ncss: /etc/passwd\nheader-includes: /etc/passwd\ninclude-before: /etc/passwd\n---\nText ![a](/etc/passwd) ![b](file:///etc/passwd)',
		],
		[
			'a.docbook',
			'<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]><article><para>Text &x;</para></article>',
		],
		[
			'a.html',
			'<iframe src="file:///etc/passwd"></iframe><object data="/etc/passwd"></object>Text',
		],
	])('reads no other file: %s', async (name, content) => {
		for (const output_format of ['docx', 'txt']) {
			const { paths, task } = await convert(name, content, { output_format, engine: 'pandoc' });

			if (task.status === 'error') expect(task.code).toBe('INVALID_FILE');
			const [file] = paths;
			if (!file) continue;
			const text = (await execa('/usr/bin/bsdtar', ['-xOf', file]).catch(() => undefined))?.stdout;
			const all = `${text ?? ''}${readFileSync(file, 'utf8')}`;
			expect(all).toContain('Text');
			expect(all).not.toContain('root:');
		}
	});

	it('loads nothing from any address, and says so', async () => {
		const address = `http://127.0.0.1:${canary.port}/a.png`;
		const { paths, result } = await convert('a.rst', `Text\n\n.. image:: ${address}\n`, {
			output_format: 'docx',
		});

		expect((await execa('/usr/bin/bsdtar', ['-tf', paths[0] ?? ''])).stdout).not.toContain('media');
		expect(result.warnings).toEqual([
			'"a.rst" shows 1 picture that is not inside it; nothing was loaded.',
		]);
		expect(canary.hits).toEqual([]);
	});
});

describe('convert of what is no markup', () => {
	it.each([
		['empty.rst', '', 'EMPTY_FILE'],
		['blank.rst', ' \n', 'INVALID_FILE'],
		['cut.docbook', '<article><para>Te', 'INVALID_FILE'],
		['cut.ipynb', '{"cells":[', 'INVALID_FILE'],
		['binary.org', Buffer.from([0, 1, 2, 3]), 'INVALID_FILE'],
		['picture.tex', Buffer.from(dot.replace(/.*,/, ''), 'base64'), 'FORMAT_MISMATCH'],
		['cut.docx', readFileSync(fixture('office/report.docx')).subarray(0, 9000), 'INVALID_FILE'],
	])('refuses %s', async (name, content, code) => {
		const { task } = await convert(name, content, { output_format: 'md' });

		expect(task).toMatchObject({ status: 'error', code });
		expect(task.message).toContain(name);
	});
});

function convert(filename: string, content: string | Buffer, params: object) {
	const file = path.join(mkdtempSync(path.join(folder, 'f-')), filename);
	writeFileSync(file, content);
	return operate(new Client(service), 'convert', { ...params }, [file]);
}
