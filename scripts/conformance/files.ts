/** A PDF to convert, and who made it and what is hard about it. */
export interface ConformanceFile {
	/** Path from `test/fixtures/`. */
	readonly file: string;
	readonly maker: string;
	readonly holds: string;
}

/** Nine real PDFs of different makers. */
export const conformanceFiles: readonly ConformanceFile[] = [
	{ file: 'pdf/book.pdf', maker: 'LibreOffice', holds: 'office: tags, bookmarks, links' },
	{ file: 'pdf/browser.pdf', maker: 'Chromium', holds: 'browser: tags, ligatures' },
	{ file: 'pdf/titled-bravo.pdf', maker: 'PDFTron', holds: 'office: CFF fonts' },
	{ file: 'scans/book-page.pdf', maker: 'macOS Quartz', holds: 'scan: a picture a page' },
	{
		file: 'pdf/cmyk.pdf',
		maker: 'Adobe Photoshop',
		holds: 'CMYK (its text means other letters from the start)',
	},
	{ file: 'pdf/acroform.pdf', maker: 'Adobe Acrobat', holds: 'a form' },
	{ file: 'pdf/factur-x.pdf', maker: 'PyPDF2', holds: 'an attached invoice' },
	{ file: 'pdf/transparency.pdf', maker: 'Chromium', holds: 'transparency, blend modes' },
	{
		file: 'pdf/chapters-a.pdf',
		maker: 'by hand',
		holds: 'a font that is not embedded, links, page labels, a form',
	},
];
