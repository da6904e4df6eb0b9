import * as z from 'zod';
import { defineOperation } from './define-operation.ts';

/** Joins all input files in the order of `input`; what is no PDF becomes one first. */
export const merge = defineOperation({
	name: 'merge',
	title: 'Merge',
	action: 'Merge files into one PDF',
	summary:
		'Combines several input files into one PDF. Inputs that are not PDFs are converted first.',
	family: 'file',
	input: 'all',
	engines: ['qpdf'],
	common: ['filename', 'engine', 'engine_version'],
	params: z.object({
		output_format: z.enum(['pdf']).meta({
			title: 'Output Format',
			description: 'The format of the merged file.',
			labels: { pdf: 'PDF' },
		}),
	}),
	result:
		'`files` holds the merged PDF, `pages` its number of pages, `inputs` the number of files joined.',
	example: { input: ['import-cover', 'import-report'], output_format: 'pdf' },
});
