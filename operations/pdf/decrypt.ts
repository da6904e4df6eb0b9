import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

/** Removes password and restrictions of each PDF. */
export const pdfDecrypt = defineOperation({
	name: 'pdf/decrypt',
	title: 'Decrypt',
	action: 'Decrypt a PDF',
	summary: 'Decrypts a PDF and removes its password and its restrictions.',
	family: 'pdf',
	input: 'each',
	engines: ['qpdf'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		password: z.string().max(256).optional().meta({
			title: 'Password',
			description: 'The password of the PDF. Empty for one that opens without a password.',
			control: 'secret',
			secret: true,
		}),
	}),
	result:
		'`files` holds the PDF without password, `pages` its number of pages, `removed_encryption` what protected it.',
	example: { input: 'import-report', password: 'correct horse' },
});
