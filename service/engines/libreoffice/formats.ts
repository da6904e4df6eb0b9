import type { Conversions, ConvertOption } from '../formats.ts';
import { commonPictures, isLossy } from '../imagemagick/formats.ts';
import { modules, opened, pdfImports } from './modules.ts';

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

/** What Markdown of a format is made of; drawings have too little to say. */
export function markdownSource(format: string): 'odt' | 'fods' | 'fodp' {
	if (opened.calc.includes(format)) return 'fods';
	return opened.impress.includes(format) ? 'fodp' : 'odt';
}

/** Pictures and vectors are made of the pages of a PDF. */
export const drawnFormats: readonly string[] = [...commonPictures, 'svg', 'eps', 'ps'];

// Pandoc reads these itself, or they say nothing more in Markdown.
const straight = new Set(['docx', 'odt', 'html', 'txt', 'csv', 'tsv']);
const separated = new Set(['csv', 'tsv']);
const separator: readonly ConvertOption[] = ['delimiter'];

/** What LibreOffice converts. */
export const libreofficeConversions: readonly Conversions[] = [
	...Object.entries(modules).flatMap(([, { from, to }]) =>
		from.split(' ').flatMap((format) => rows(format, Object.keys(to))),
	),
	{
		from: [...opened.writer, ...opened.calc, ...opened.impress].filter(
			(format) => !straight.has(format),
		),
		to: ['md'],
		options: ['password'],
		needs: 'pandoc',
	},
	{ from: ['pdf'], to: Object.keys(pdfImports), options: ['password', 'pages'] },
];

function rows(format: string, written: readonly string[]): Conversions[] {
	const from = [format];
	const options: ConvertOption[] = ['password', ...(format === 'csv' ? separator : [])];
	const paged: ConvertOption[] = [...options, 'pages'];
	const drawn: ConvertOption[] = [...paged, 'width', 'height', 'fit', 'pixel_density'];
	const rest = written.filter((one) => one !== 'pdf');
	const needs = ['poppler', 'imagemagick'];
	// Others draw SVG without a detour.
	const pictures = format === 'svg' ? [] : commonPictures;
	return [
		{ from, to: ['pdf'], options: paged },
		{ from, to: rest.filter((one) => one !== 'csv'), options },
		{ from, to: rest.filter((one) => one === 'csv'), options: [...options, ...separator] },
		{ from, to: pictures.filter((one) => !isLossy(one)), options: drawn, needs },
		{ from, to: pictures.filter(isLossy), options: [...drawn, 'quality'], needs },
		{ from, to: format === 'svg' ? [] : ['svg', 'eps', 'ps'], options: paged, needs: 'poppler' },
	];
}

/** Whether a format holds rows of values with something between them. */
export function isSeparated(format: string): boolean {
	return separated.has(format);
}
