import { printOptions } from '../chrome/formats.ts';
import type { Conversions } from '../formats.ts';
import { markup } from '../pandoc/formats.ts';

const words = (text: string) => text.split(' ');

/** Formats of books that calibre both reads and writes. */
const books = words('azw3 epub fb2 htmlz lit lrf mobi pdb pmlz rb tcr txtz');
/** It does not read back the SNB that it writes. */
const written = [...books, 'snb'];
const read = [...books, ...words('azw fbz pml prc')];
const documents = words('docx rtf txt');

/** Text that Pandoc makes an EPUB of, since calibre would take in files that it names. */
export const byWayOfEpub: ReadonlySet<string> = new Set([
	...markup.filter((format) => !['csv', 'tsv', 'fb2'].includes(format)),
	'odt',
]);

/** What calibre converts. */
export const calibreConversions: readonly Conversions[] = [
	...read.map((format) => ({
		from: [format],
		to: [...written, ...documents].filter((one) => one !== format),
		options: [],
	})),
	{ from: [...documents, 'pdf', 'cbz'], to: written, options: [] },
	{ from: read, to: ['html'], options: [] },
	{ from: read, to: ['pdf'], options: printOptions, needs: 'chrome' },
	{ from: read, to: ['md'], options: [], needs: ['chrome', 'pandoc'] },
	{ from: [...byWayOfEpub], to: written, options: [], needs: 'pandoc' },
];
