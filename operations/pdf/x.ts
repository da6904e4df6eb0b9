import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

/** Makes a PDF ready for print: colours of the press, fonts inside, pages with trim. */
export const pdfX = defineOperation({
	name: 'pdf/x',
	title: 'Convert to PDF/X',
	action: 'Convert a PDF to PDF X',
	summary: 'Converts a PDF to PDF/X-1a, PDF/X-3 or PDF/X-4, for print.',
	family: 'pdf',
	input: 'each',
	engines: ['ghostscript'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		variant: z
			.enum(['1a', '3', '4'])
			.default('4')
			.meta({
				title: 'Variant',
				description: 'The variant of PDF/X; only PDF/X-4 keeps transparency and layers of colour.',
				labels: { '1a': 'PDF/X-1a:2001', '3': 'PDF/X-3:2002', '4': 'PDF/X-4' },
			}),
	}),
	result:
		'`files` holds the PDF/X, `pages` its number of pages, `conformance` the variant and what was checked of it.',
	example: { input: 'import-flyer', variant: '4' },
});
