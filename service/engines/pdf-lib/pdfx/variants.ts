/** The variants of PDF/X, and the edition of the standard that each is made to. */
export const variants = {
	'1a': { standard: 'PDF/X-1a:2001', part: 'ISO 15930-1:2001', version: 3, transparency: false },
	'3': { standard: 'PDF/X-3:2002', part: 'ISO 15930-3:2002', version: 3, transparency: false },
	'4': { standard: 'PDF/X-4', part: 'ISO 15930-7:2010', version: 6, transparency: true },
} as const;

export type PdfxVariant = keyof typeof variants;
