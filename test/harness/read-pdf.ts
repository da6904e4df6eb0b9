import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';

/** What leads somewhere in a PDF, as Poppler sees it. */
export interface Navigation {
	/** Bookmarks in order, two blanks for each level: `"  Section 1.1 → 2"`. */
	readonly bookmarks: readonly string[];
	/** Links of each page: `"chapter one → 2"`, `"elsewhere → https://example.com/"`. */
	readonly links: readonly (readonly string[])[];
}

/** Reads where the bookmarks and links of a PDF lead to. */
export async function navigationOf(file = ''): Promise<Navigation> {
	const { stdout } = await execa('/usr/bin/pdftohtml', ['-xml', '-stdout', '-i', file]);
	const [pages = '', outline = ''] = stdout.split(/(?=<outline>)(.*)/s);
	const bookmarks: string[] = [];
	let level = -1;
	for (const [, open, close, page, title] of outline.matchAll(
		/(<outline>)|(<\/outline>)|<item(?: page="(\d+)")?>(.*?)<\/item>/g,
	)) {
		if (open) level++;
		else if (close) level--;
		else bookmarks.push(`${'  '.repeat(level)}${title} → ${page}`);
	}
	const links = pages
		.split('<page ')
		.slice(1)
		.map((page) =>
			[...page.matchAll(/<a href="(?:[^"]*\.html#)?([^"]*)">(.*?)<\/a>/g)]
				// A link that ends between letters is also seen on what is beside it.
				.filter(([, , text]) => text && /\w/.test(text))
				.map(([, target, text]) => `${text} → ${target}`),
		);
	return { bookmarks, links };
}

/** Names and values of the form fields of a PDF, in order, as qpdf reads them. */
export async function fieldsOf(file = ''): Promise<string[]> {
	const { stdout } = await execa('/usr/bin/qpdf', ['--json=2', '--json-key=acroform', file]);
	const { fields }: { fields: { fullname: string; value: string }[] } = JSON.parse(stdout).acroform;
	return fields.map(({ fullname, value }) => `${fullname} = ${value.replace('u:', '')}`);
}

/** What is attached to a PDF, as Poppler lists it. */
export function attachmentsOf(pdf: Buffer): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-attached-'));
	try {
		const file = path.join(folder, 'file.pdf');
		writeFileSync(file, pdf);
		return execFileSync('/usr/bin/pdfdetach', ['-list', file], { encoding: 'utf8' });
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** The text of each page, its blanks as one. */
export async function pagesOf(file = ''): Promise<string[]> {
	const { stdout } = await execa('/usr/bin/pdftotext', ['-layout', file, '-']);
	return stdout
		.split('\f')
		.slice(0, -1)
		.map((page) => page.replaceAll(/\s+/g, ' ').trim());
}

/** How a PDF is protected, in Poppler's words: "no", or "yes (print:yes copy:no …)". */
export async function protectionOf(file = ''): Promise<string | undefined> {
	const { stdout } = await execa('/usr/bin/pdfinfo', [file]);
	return /^Encrypted: +(.*)$/m.exec(stdout)?.[1];
}
