import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { pageList } from '../parameters.ts';

/** Takes pages, in the order listed, into a new PDF. */
export const pdfExtractPages = defineOperation({
	name: 'pdf/extract-pages',
	title: 'Extract Pages',
	action: 'Extract pages of a PDF',
	summary: 'Extracts single pages or page ranges into a new PDF.',
	family: 'pdf',
	input: 'each',
	engines: ['qpdf'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		pages: pageList.meta({
			title: 'Pages',
			description:
				'Pages to extract in the order wanted: 1,5-7; 9- to the end; r1 is the last page.',
			placeholder: '1,2,5-7',
		}),
	}),
	result: '`files` holds the new PDF, `pages` its number of pages.',
	example: { input: 'import-report', pages: '1,3-5' },
});
