import type { Params } from '@filemill/operations';

/** Names by which people also call a format; the product uses the one on the right. */
const aliases: Readonly<Record<string, string>> = {
	jpeg: 'jpg',
	jpe: 'jpg',
	jfif: 'jpg',
	tif: 'tiff',
	htm: 'html',
	xhtml: 'html',
	heif: 'heic',
	text: 'txt',
	markdown: 'md',
	latex: 'tex',
	dbk: 'docbook',
	adoc: 'asciidoc',
	texinfo: 'texi',
	apng: 'png',
	mpeg: 'mpg',
	m2ts: 'mts',
	aif: 'aiff',
	aifc: 'aiff',
	tgz: 'tar.gz',
	tbz: 'tar.bz2',
	tbz2: 'tar.bz2',
	txz: 'tar.xz',
	tzst: 'tar.zst',
};

/** The one name of a format, of an extension, or of what a client calls it. */
export function formatName(name: string): string {
	const lower = name.toLowerCase();
	return aliases[lower] ?? lower;
}

/** Parameters of `convert` that some conversions heed and others cannot. */
export type ConvertOption = Exclude<keyof Params<'convert'>, 'input' | 'output_format'>;

/** Formats that an engine converts into each other, and the options it heeds for them. */
export interface Conversions {
	readonly from: readonly string[];
	readonly to: readonly string[];
	readonly options: readonly ConvertOption[];
}
