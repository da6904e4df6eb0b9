import { printOptions } from '../chrome/formats.ts';
import type { Conversions } from '../formats.ts';

/** How Pandoc is to read each format; `tables.lua` is ours. */
export const readers: Readonly<Record<string, string>> = {
	md: 'gfm+yaml_metadata_block+footnotes+tex_math_dollars',
	rst: 'rst',
	org: 'org',
	textile: 'textile',
	mediawiki: 'mediawiki',
	dokuwiki: 'dokuwiki',
	tikiwiki: 'tikiwiki',
	twiki: 'twiki',
	vimwiki: 'vimwiki',
	creole: 'creole',
	jira: 'jira',
	muse: 'muse',
	t2t: 't2t',
	haddock: 'haddock',
	tex: 'latex',
	man: 'man',
	docbook: 'docbook',
	jats: 'jats',
	opml: 'opml',
	ipynb: 'ipynb',
	fb2: 'fb2',
	csv: 'tables.lua',
	tsv: 'tables.lua',
	docx: 'docx',
	odt: 'odt',
	epub: 'epub',
};

/** How Pandoc is to write each format. */
export const writers: Readonly<Record<string, string>> = {
	md: 'gfm-raw_html',
	html: 'html5',
	rst: 'rst',
	org: 'org',
	textile: 'textile',
	mediawiki: 'mediawiki',
	dokuwiki: 'dokuwiki',
	xwiki: 'xwiki',
	zimwiki: 'zimwiki',
	jira: 'jira',
	muse: 'muse',
	haddock: 'haddock',
	tex: 'latex',
	context: 'context',
	man: 'man',
	ms: 'ms',
	texi: 'texinfo',
	docbook: 'docbook5',
	jats: 'jats_archiving',
	tei: 'tei',
	opml: 'opml',
	asciidoc: 'asciidoc',
	ipynb: 'ipynb',
	icml: 'icml',
	txt: 'plain',
	rtf: 'rtf',
	docx: 'docx',
	odt: 'odt',
	pptx: 'pptx',
	epub: 'epub3',
	fb2: 'fb2',
};

/** Formats of archives with pictures inside; the others are text. */
export const packed: ReadonlySet<string> = new Set(['docx', 'odt', 'epub']);

/** Formats that hold all that they show; what is elsewhere cannot be shown by them. */
export const enclosing: ReadonlySet<string> = new Set([
	'docx',
	'odt',
	'pptx',
	'epub',
	'fb2',
	'rtf',
	'pdf',
]);

const from = Object.keys(readers);
/** Formats that are text. */
export const markup = from.filter((format) => !packed.has(format));

/** What Pandoc converts; pages are printed by the browser. */
export const pandocConversions: readonly Conversions[] = [
	...from.map((format) => ({
		from: [format],
		to: Object.keys(writers).filter((one) => one !== format),
		options: [],
	})),
	{ from: markup, to: ['pdf'], options: printOptions, needs: 'chrome' },
	// A browser reads it first, which is the only one to know what a page shows.
	{
		from: ['html'],
		to: Object.keys(writers).filter((one) => one !== 'html'),
		options: [],
		needs: 'chrome',
	},
];
