import type { Conversions } from '../formats.ts';

/** Which part of LibreOffice opens a format, what that part can write, and under which filter name. */
const modules = {
	writer: {
		from: 'doc docm docx dot dotm dotx fodt html odt ott rtf txt',
		to: {
			pdf: { name: 'writer_pdf_Export' },
			docx: { name: 'MS Word 2007 XML' },
			odt: { name: 'writer8' },
			doc: { name: 'MS Word 97' },
			rtf: { name: 'Rich Text Format' },
			txt: { name: 'Text (encoded)', options: 'UTF8,LF,,,false' },
			html: { name: 'HTML (StarWriter)', options: 'EmbedImages' },
			epub: { name: 'EPUB' },
			fodt: { name: 'OpenDocument Text Flat XML' },
		},
	},
	calc: {
		from: 'csv fods ods ots tsv xls xlsb xlsm xlsx xlt xltx',
		to: {
			pdf: { name: 'calc_pdf_Export' },
			xlsx: { name: 'Calc MS Excel 2007 XML' },
			ods: { name: 'calc8' },
			xls: { name: 'MS Excel 97' },
			// Comma, double quotes, UTF-8, from line 1; cells as they are shown.
			csv: { name: 'Text - txt - csv (StarCalc)', options: '44,34,76,1,,0,false,true' },
			html: { name: 'HTML (StarCalc)', options: 'EmbedImages' },
			fods: { name: 'OpenDocument Spreadsheet Flat XML' },
		},
	},
	impress: {
		from: 'fodp odp otp pot potx pps ppsx ppt pptm pptx',
		to: {
			pdf: { name: 'impress_pdf_Export' },
			pptx: { name: 'Impress MS PowerPoint 2007 XML' },
			odp: { name: 'impress8' },
			ppt: { name: 'MS PowerPoint 97' },
			fodp: { name: 'OpenDocument Presentation Flat XML' },
		},
	},
	draw: {
		from: 'emf fodg odg otg wmf svg',
		to: {
			pdf: { name: 'draw_pdf_Export' },
			odg: { name: 'draw8' },
			fodg: { name: 'OpenDocument Drawing Flat XML' },
		},
	},
} as const;

/** A filter of LibreOffice, with its options. */
export interface Filter {
	readonly name: string;
	readonly options?: string;
	/** Settings with names, as the export to PDF takes them. */
	readonly data?: Readonly<Record<string, number>>;
}

/** By module, since what is named `.doc` may turn out to be another kind of document. */
export function exportFilters(format: string): Readonly<Record<string, Filter>> {
	return Object.fromEntries(
		Object.entries(modules).flatMap(([module, { to }]) => {
			const filter = Object.entries(to).find(([name]) => name === format)?.[1];
			return filter ? [[module, filter]] : [];
		}),
	);
}

/** Pictures are made of the pages of a PDF. */
export const pictureFormats = ['png', 'jpg', 'webp', 'tiff'] as const;

/** What Markdown of a format is made of; drawings have too little to say. */
export function markdownSource(format: string): 'odt' | 'fods' | 'fodp' {
	if (modules.calc.from.split(' ').includes(format)) return 'fods';
	return modules.impress.from.split(' ').includes(format) ? 'fodp' : 'odt';
}

const { writer, calc, impress } = modules;
// Pandoc reads these itself, or they say nothing more in Markdown.
const straight = new Set(['docx', 'odt', 'html', 'txt', 'csv', 'tsv']);

/** What LibreOffice converts. */
export const libreofficeConversions: readonly Conversions[] = [
	...Object.values(modules).flatMap(({ from, to }): Conversions[] => [
		{ from: from.split(' '), to: ['pdf'], options: ['password', 'pages'] },
		{
			from: from.split(' '),
			to: Object.keys(to).filter((format) => format !== 'pdf'),
			options: ['password'],
		},
		{
			from: from.split(' ').filter((format) => format !== 'svg'),
			to: pictureFormats,
			options: ['password', 'pages', 'width', 'height', 'fit', 'quality'],
		},
	]),
	{
		from: [writer, calc, impress]
			.flatMap(({ from }) => from.split(' '))
			.filter((format) => !straight.has(format)),
		to: ['md'],
		options: ['password'],
		needs: 'pandoc',
	},
];
