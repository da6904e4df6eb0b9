import type { OperationName } from '@filemill/operations';

/** One picture pair of the gallery: an operation on a real file. */
export interface GalleryCase {
	readonly operation: OperationName;
	readonly caption: string;
	/** Paths from the repository's root, in the order of `input`. */
	readonly inputs: readonly string[];
	/** Files that other parameters name, by parameter. */
	readonly references?: Readonly<Record<string, string>>;
	/** The web page that it captures, by its path. */
	readonly page?: string;
	readonly params: Readonly<Record<string, unknown>>;
	/** The first characters of its first result; those of a PDF unless it says so. */
	readonly begins?: string;
	/** What opens the input, when it is protected. */
	readonly inputPassword?: string;
	/** What opens the result, when it is protected. */
	readonly password?: string;
}

/** At least one for each operation that makes or reads something; the gallery says which operations have none. */
export const galleryCases: readonly GalleryCase[] = [
	{
		operation: 'convert',
		caption: 'A Word document becomes a PDF',
		inputs: ['scripts/start/invoice.docx'],
		params: { output_format: 'pdf' },
	},
	{
		operation: 'convert',
		caption: 'The same document becomes a picture',
		inputs: ['scripts/start/invoice.docx'],
		params: { output_format: 'png', width: 600 },
	},
	{
		operation: 'merge',
		caption: 'A document and a PDF become one PDF',
		inputs: ['scripts/start/invoice.docx', 'test/fixtures/pdf/pages-3.pdf'],
		params: { output_format: 'pdf' },
	},
	{
		operation: 'archive',
		caption: 'A document and a PDF in one ZIP archive',
		inputs: ['scripts/start/invoice.docx', 'test/fixtures/pdf/pages-3.pdf'],
		params: { output_format: 'zip' },
		begins: 'PK',
	},
	{
		operation: 'archive/extract',
		caption: 'The PDF of a 7Z archive, out of its folder',
		inputs: ['test/fixtures/archives/files.7z'],
		params: { files: '*.pdf' },
	},
	{
		operation: 'convert',
		caption: 'The same archive becomes a ZIP',
		inputs: ['test/fixtures/archives/files.7z'],
		params: { output_format: 'zip' },
		begins: 'PK',
	},
	{
		operation: 'convert',
		caption: 'A font for the web, every table as it was',
		inputs: ['test/fixtures/fonts/mill.ttf'],
		params: { output_format: 'woff2' },
		begins: 'wOF2',
	},
	{
		operation: 'thumbnail',
		caption: 'The first two pages of a document, small',
		inputs: ['test/fixtures/office/report.docx'],
		params: { output_format: 'png', height: 200, count: 2 },
		begins: '\x89PNG',
	},
	{
		operation: 'watermark',
		caption: 'A word across all pages',
		inputs: ['test/fixtures/pdf/book.pdf'],
		params: {
			text: 'Draft',
			font_width_percent: 80,
			font_color: '#cc0000',
			opacity: 20,
			rotation: -45,
		},
	},
	{
		operation: 'watermark',
		caption: 'A picture in the corner of the first page',
		inputs: ['test/fixtures/pdf/pages-3.pdf'],
		references: { image: 'test/fixtures/pdf/browser.pdf' },
		params: {
			pages: '1',
			image_width: 150,
			position_vertical: 'bottom',
			position_horizontal: 'right',
			opacity: 80,
		},
	},
	{
		operation: 'command',
		caption: 'ImageMagick puts all pages in one strip',
		inputs: ['test/fixtures/pdf/pages-3.pdf'],
		params: {
			engine: 'imagemagick',
			command: 'convert',
			arguments:
				'/input/*/*.pdf -background white -alpha remove +append -resize 600x /output/strip.png',
		},
		begins: '\x89PNG',
	},
	{
		operation: 'capture-website',
		caption: 'A web page on A5, with page numbers',
		inputs: [],
		page: 'test/fixtures/html/report.html',
		params: {
			output_format: 'pdf',
			page_format: 'a5',
			margin_top: 15,
			margin_bottom: 15,
			display_header_footer: true,
		},
	},
	{
		operation: 'capture-website',
		caption: 'The same page with a header and footer of files',
		inputs: [],
		page: 'test/fixtures/html/report.html',
		references: {
			header_template: 'test/fixtures/html/header.html',
			footer_template: 'test/fixtures/html/footer.html',
		},
		params: {
			output_format: 'pdf',
			margin_top: 25,
			margin_bottom: 25,
			display_header_footer: true,
		},
	},
	{
		operation: 'capture-website',
		caption: 'A picture of it',
		inputs: [],
		page: 'test/fixtures/html/report.html',
		params: { output_format: 'webp', screen_width: 1000 },
	},
	{
		operation: 'convert',
		caption: 'An HTML file becomes a PDF',
		inputs: ['test/fixtures/html/report.html'],
		params: { output_format: 'pdf' },
	},
	{
		operation: 'convert',
		caption: 'A video becomes an animation',
		inputs: ['test/fixtures/films/mill.mp4'],
		params: { output_format: 'gif', width: 240, fps: 10 },
		begins: 'GIF8',
	},
	{
		operation: 'convert',
		caption: 'The second half of its sound becomes an MP3',
		inputs: ['test/fixtures/films/mill.mp4'],
		params: { output_format: 'mp3', audio_bitrate: 96, trim_start: '1' },
		begins: 'ID3',
	},
	{
		operation: 'convert',
		caption: 'An e-book becomes a PDF, with its cover',
		inputs: ['test/fixtures/books/mill.epub'],
		params: { output_format: 'pdf', page_format: 'a5' },
	},
	{
		operation: 'convert',
		caption: 'A mail becomes a PDF, with the picture in it',
		inputs: ['test/fixtures/mail/report.eml'],
		params: { output_format: 'pdf' },
	},
	{
		operation: 'convert',
		caption: 'A raw photo is developed',
		inputs: ['test/fixtures/pictures/mill.dng'],
		params: { output_format: 'jpg', quality: 85 },
		begins: '\xff\xd8',
	},
	{
		operation: 'convert',
		caption: 'A drawing becomes a PDF, its text still text',
		inputs: ['test/fixtures/pictures/mill.svg'],
		params: { output_format: 'pdf' },
	},
	{
		operation: 'convert',
		caption: 'A PDF becomes a Word document',
		inputs: ['test/fixtures/pdf/browser.pdf'],
		params: { output_format: 'docx' },
		begins: 'PK',
	},
	{
		operation: 'convert',
		caption: 'A PDF becomes Markdown: headings, paragraphs, lists',
		inputs: ['test/fixtures/pdf/browser.pdf'],
		params: { output_format: 'md' },
		begins: '# ',
	},
	{
		operation: 'metadata',
		caption: 'What a PDF says of itself',
		inputs: ['test/fixtures/pdf/titled-alpha.pdf'],
		params: {},
	},
	{
		operation: 'pdf/rotate-pages',
		caption: 'All pages a quarter to the right',
		inputs: ['test/fixtures/pdf/pages-3.pdf'],
		params: { rotation: '+90' },
	},
	{
		operation: 'pdf/extract-pages',
		caption: 'Pages 7 and 2 of twelve',
		inputs: ['test/fixtures/pdf/pages-12.pdf'],
		params: { pages: '7,2' },
	},
	{
		operation: 'pdf/split-pages',
		caption: 'One PDF a page',
		inputs: ['test/fixtures/pdf/pages-3.pdf'],
		params: { filename: 'page-%02d.pdf' },
	},
	{
		operation: 'pdf/encrypt',
		caption: 'A password, and no printing',
		inputs: ['test/fixtures/pdf/pages-3.pdf'],
		params: { set_password: 'mill', allow_print: 'none' },
		password: 'mill',
	},
	{
		operation: 'pdf/decrypt',
		caption: 'The password is gone',
		inputs: ['test/fixtures/pdf/encrypted.pdf'],
		inputPassword: 'mill',
		params: { password: 'mill' },
	},
	{
		operation: 'pdf/ocr',
		caption: 'A scan gets text that can be searched; the picture stays as it was',
		inputs: ['test/fixtures/scans/book-page.pdf'],
		params: { language: ['eng'] },
	},
	{
		operation: 'pdf/a',
		caption: 'For the archive: PDF/A-2b',
		inputs: ['test/fixtures/pdf/book.pdf'],
		params: { conformance_level: '2b' },
	},
	{
		operation: 'pdf/a',
		caption: 'PDF/A-1b of a page with transparency: a picture, its words still there',
		inputs: ['test/fixtures/pdf/transparency.pdf'],
		params: { conformance_level: '1b' },
	},
	{
		operation: 'pdf/a',
		caption: 'A Word document becomes a hybrid invoice',
		inputs: ['scripts/start/invoice.docx'],
		references: { xml: 'test/fixtures/invoices/en16931.xml' },
		params: {},
	},
	{
		operation: 'pdf/x',
		caption: 'For the press: PDF/X-4, all colours CMYK',
		inputs: ['test/fixtures/pdf/book.pdf'],
		params: { variant: '4' },
	},
	{
		operation: 'optimize',
		caption: 'A scan for the web',
		inputs: ['test/fixtures/scans/book-page.pdf'],
		params: { profile: 'web' },
	},
	{
		operation: 'optimize',
		caption: 'A scan in layers',
		inputs: ['test/fixtures/scans/book-page.pdf'],
		params: { profile: 'mrc' },
	},
	{
		operation: 'optimize',
		caption: 'A picture at quality 60',
		inputs: ['test/fixtures/pictures/mill.jpg'],
		params: { quality: 60 },
		begins: '\xff\xd8',
	},
	{
		operation: 'metadata/write',
		caption: 'Another title and author',
		inputs: ['test/fixtures/pdf/titled-alpha.pdf'],
		params: { metadata: { Title: 'The Mill', Author: 'A. Reed' } },
	},
];
