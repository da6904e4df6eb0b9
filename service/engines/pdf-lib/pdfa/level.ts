/** A level of PDF/A: the part of ISO 19005, and "b" for the look of the pages alone. */
export type PdfaLevel = '1b' | '2b' | '3b';

/** What each level permits where they differ. */
export const levels = {
	// ISO 19005-1 builds on PDF 1.4.
	'1b': { part: 1, version: 4, transparency: false, layers: false, attachments: false },
	'2b': { part: 2, version: 7, transparency: true, layers: true, attachments: false },
	'3b': { part: 3, version: 7, transparency: true, layers: true, attachments: true },
} as const;
