import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import { makeFilms } from '../../harness/films.ts';
import { attachmentsOf } from '../../harness/read-pdf.ts';
import { textOf } from '../../nodes/n8n-bench.ts';

/** How a template is tried: what its "Settings" say, and what its results must be. */
export interface TemplateCase {
	/** Fixtures that lie in its folder before it runs. */
	readonly files?: readonly string[];
	/** Makes there what no fixture is. */
	readonly prepare?: (folder: string) => Promise<void>;
	/** Values of its "Settings", which a person would write there; `folder` is one of the service's own. */
	readonly settings?: (folder: string, page: string) => Readonly<Record<string, string>>;
	/** Reads what came out by other programs than those that made it. */
	readonly check: (result: {
		/** The files on the items of its last node. */
		readonly files: readonly Buffer[];
		readonly folder: string;
	}) => void;
}

/** All templates by their files. */
export const templateResults: Readonly<Record<string, TemplateCase>> = {
	'monthly-report.json': {
		check: ({ files }) =>
			expect(textOf(only(files))).toMatch(/Monthly Report[\s\S]*Figures[\s\S]*November\s+141/),
	},
	'job-in-the-background.json': {
		check: ({ files }) => expect(textOf(only(files))).toMatch(/Night Job/),
	},
	'invoice-with-zugferd.json': {
		check: ({ files }) => {
			expect(textOf(only(files))).toMatch(/To pay: 529\.87 EUR/);
			expect(attachmentsOf(only(files))).toContain('factur-x.xml');
		},
	},
	'scans-to-searchable-pdf.json': {
		files: ['scans/book-page.pdf'],
		settings: (folder) => ({ scans: folder, searchable: path.join(folder, 'searchable') }),
		check: ({ folder }) => {
			const made = readFileSync(path.join(folder, 'searchable/book-page.pdf'));
			expect(textOf(made).split(/\s+/).length).toBeGreaterThan(100);
		},
	},
	'office-files-to-one-pdf.json': {
		files: ['office/pages-3.docx', 'office/sheet.csv', 'office/slides.pptx'],
		settings: (folder) => ({ folder }),
		check: ({ files }) =>
			expect(execFileSync('pdfinfo', ['-'], { input: only(files), encoding: 'utf8' })).toMatch(
				/Pages:\s+5/,
			),
	},
	'web-page-to-pdf-by-mail.json': {
		settings: (_folder, url) => ({ url, from: 'a@example.com', to: 'b@example.com' }),
		check: ({ files }) => expect(textOf(only(files))).toMatch(/Sample HTML Page[\s\S]*Page 1 of 2/),
	},
	'video-for-the-web.json': {
		prepare: makeFilms,
		settings: (folder) => ({ video: path.join(folder, 'film.mkv') }),
		check: ({ files }) =>
			expect(entriesOf(only(files))).toEqual([
				'web.mp4',
				'thumbnail-1.jpg',
				'thumbnail-2.jpg',
				'thumbnail-3.jpg',
			]),
	},
	'nightly-archive.json': {
		files: ['office/sheet.csv', 'pictures/mill.jpg'],
		settings: (folder) => ({ inbox: folder, archive: path.join(folder, 'archive') }),
		check: ({ folder }) => {
			const [name = ''] = readdirSync(path.join(folder, 'archive'));
			expect(name).toMatch(/^\d{4}-\d\d-\d\d\.zip$/);
			const packed = readFileSync(path.join(folder, 'archive', name));
			expect(entriesOf(packed)).toEqual(['mill.jpg', 'sheet.csv']);
		},
	},
};

function only(files: readonly Buffer[]): Buffer {
	const [file, ...others] = files;
	if (!file || others.length > 0) throw new Error(`There are ${files.length} files, not one.`);
	return file;
}

function entriesOf(archive: Buffer): string[] {
	const listed = execFileSync('bsdtar', ['-tf', '-'], { input: archive, encoding: 'utf8' });
	return listed.trim().split('\n');
}
