import { open } from 'node:fs/promises';
import type { SourceFile } from '../file-task.ts';

/** How LibreOffice is to read a format that does not tell its own encoding; for others it finds out. */
export async function importFilter(file: SourceFile): Promise<Readonly<Record<string, string>>> {
	switch (file.format) {
		case 'csv':
		case 'tsv': {
			const head = await readHead(file.path);
			const separator = file.format === 'tsv' ? '\t' : commonSeparator(head.toString('latin1'));
			return {
				FilterName: 'Text - txt - csv (StarCalc)',
				// Separator, quote, encoding, first line, no column formats, language of the numbers: English.
				FilterOptions: `${separator.charCodeAt(0)},34,${encodingOf(head).calc},1,,1033`,
			};
		}
		case 'txt':
			return {
				FilterName: 'Text (encoded)',
				FilterOptions: encodingOf(await readHead(file.path)).writer,
			};
		case 'html':
			// As a document with pages; LibreOffice would make a web page of it, which lays out otherwise.
			return { FilterName: 'HTML (StarWriter)' };
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
	return [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The encoding under LibreOffice's two names for it: its number in Calc, its name in Writer. */
function encodingOf(head: Buffer): { calc: number; writer: string } {
	if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])))
		return { calc: 65535, writer: 'UTF16' };
	// The last character may be cut in its middle.
	const whole = head.length === 65_536 ? head.subarray(0, -4) : head;
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(whole, { stream: true });
		return { calc: 76, writer: 'UTF8' };
	} catch {
		return { calc: 1, writer: 'MS_1252' };
	}
}
