/** An operation that makes files of a standard: its parameter, and the values of that to try. */
export interface Standard {
	readonly operation: 'pdf/a' | 'pdf/x';
	readonly parameter: string;
	readonly values: readonly string[];
	/** The page in `docs/` that its verdicts are written to. */
	readonly page: string;
	/** What a reader of the verdicts has to know. */
	readonly note?: string;
}

export const standards: readonly Standard[] = [
	{
		operation: 'pdf/a',
		parameter: 'conformance_level',
		values: ['1b', '2b', '3b'],
		page: 'conformance-pdfa.md',
	},
	{
		operation: 'pdf/x',
		parameter: 'variant',
		values: ['1a', '3', '4'],
		page: 'conformance-pdfx.md',
		note: [
			'There is no free validator of PDF/X to ask. The structural check reads the finished file and knows nothing of how it was made: colour operators of all content (pages, forms, patterns, glyphs, inline pictures), colour spaces of pictures, shadings, resources and transparency groups, soft masks, opacity and blend modes, fonts, boxes, annotations, actions, the output intent and its ICC profile, filters, version, information and XMP. Have a preflight program judge, too, where a print shop depends on it.',
			'1a is PDF/X-1a:2001 (ISO 15930-1:2001), 3 is PDF/X-3:2002 (ISO 15930-3:2002), 4 is PDF/X-4 (ISO 15930-7:2010). The output intent is CGATS TR 001 (SWOP), whose profile comes with Ghostscript.',
		].join('\n\n'),
	},
];
