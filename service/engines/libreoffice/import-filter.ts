import { open } from 'node:fs/promises';
import type { Params } from '@filemill/operations';
import type { SourceFile } from '../file-task.ts';
import { pdfImports } from './modules.ts';
import { separators } from './separators.ts';

type Wanted = Partial<Pick<Params<'convert'>, 'output_format' | 'delimiter'>>;

/** How LibreOffice is to read a format that does not tell its own encoding or purpose; for others it finds out. */
export async function importFilter(
	file: SourceFile,
	{ output_format = '', delimiter }: Wanted = {},
): Promise<Readonly<Record<string, string>>> {
	switch (file.format) {
		case 'csv':
		case 'tsv': {
			const head = await readHead(file.path);
			const { text, calc } = decode(head);
			// Excel's own way to say it, in a line before all others.
			const said = /^\ufeff?sep=(.)\r?\n/i.exec(text)?.[1];
			const found = said ?? (file.format === 'tsv' ? '\t' : commonSeparator(text));
			const chosen = delimiter && file.format === 'csv' && output_format !== 'csv';
			const separator = chosen ? separators[delimiter] : found;
			return {
				FilterName: 'Text - txt - csv (StarCalc)',
				// Separator, quote, encoding, first line, no column formats, language of the numbers: English.
				FilterOptions: `${separator.charCodeAt(0)},34,${calc},${said ? 2 : 1},,1033`,
			};
		}
		case 'txt':
			return {
				FilterName: 'Text (encoded)',
				FilterOptions: decode(await readHead(file.path)).writer,
			};
		case 'html':
			// As a document with pages; LibreOffice would make a web page of it, which lays out otherwise.
			return { FilterName: 'HTML (StarWriter)' };
		case 'pdf':
			return { FilterName: pdfImports[output_format] ?? 'draw_pdf_import' };
		// Nothing in them tells what they are.
		case 'dif':
			return { FilterName: 'DIF', FilterOptions: '76' };
		case 'slk':
			return { FilterName: 'SYLK', FilterOptions: '76' };
		case 'dbf':
			return { FilterName: 'dBase', FilterOptions: '76' };
		default:
			return {};
	}
}

async function readHead(file: string): Promise<Buffer> {
	const handle = await open(file);
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

/** The separator that stands most often outside quotes in the first line. */
function commonSeparator(text: string): string {
	const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
	const count = (separator: string) => line.split(separator).length;
	return Object.values(separators).reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The beginning of a text, and its encoding under LibreOffice's two names for it: its number in Calc, its name in Writer. */
function decode(head: Buffer): { text: string; calc: number; writer: string } {
	const wide = { calc: 65_535, writer: 'UTF16' };
	if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])))
		return { text: head.toString('utf16le'), ...wide };
	if (head.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])))
		return {
			text: Buffer.from(head.subarray(0, head.length & ~1))
				.swap16()
				.toString('utf16le'),
			...wide,
		};
	// The last character may be cut in its middle.
	const whole = head.length === 65_536 ? head.subarray(0, -4) : head;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(whole, { stream: true });
		return { text, calc: 76, writer: 'UTF8' };
	} catch {
		return { text: head.toString('latin1'), calc: 1, writer: 'MS_1252' };
	}
}
