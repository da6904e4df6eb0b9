import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

/** Makes a PDF of each page. */
export const pdfSplitPages = defineOperation({
	name: 'pdf/split-pages',
	title: 'Split Pages',
	action: 'Split a PDF into its pages',
	summary: 'Splits a PDF into one PDF per page.',
	family: 'pdf',
	input: 'each',
	engines: ['qpdf'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({}),
	result: '`files` holds a PDF for each page, in order, `pages` their number.',
	example: { input: 'import-report', filename: 'page-%03d.pdf' },
});
