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
	mpeg: 'mpg',
	m2ts: 'mts',
	aif: 'aiff',
	aifc: 'aiff',
	'3gpp': '3gp',
	'3gpp2': '3g2',
	divx: 'avi',
	qt: 'mov',
	mpe: 'mpg',
	m1v: 'm2v',
	mpa: 'mp2',
	f4a: 'm4a',
	f4b: 'm4b',
	snd: 'au',
	wave: 'wav',
	rf64: 'wav',
	tgz: 'tar.gz',
	tbz: 'tar.bz2',
	tbz2: 'tar.bz2',
	txz: 'tar.xz',
	tzst: 'tar.zst',
	...{ j2c: 'j2k', jpc: 'j2k', jpx: 'jp2', jpf: 'jp2', jpm: 'jp2', dib: 'bmp' },
	...{ pct: 'pict', sun: 'ras', bw: 'sgi', xv: 'viff', vda: 'tga', icb: 'tga', six: 'sixel' },
	...{ cals: 'cal', fit: 'fits', fts: 'fits', jbg: 'jbig', bie: 'jbig', ptif: 'tiff' },
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
	/** Engines that do a part of it and must be installed too. */
	readonly needs?: string | readonly string[];
}
