import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { newPassword } from '../parameters.ts';

/** Protects each PDF by passwords and restrictions. */
export const pdfEncrypt = defineOperation({
	name: 'pdf/encrypt',
	title: 'Encrypt',
	action: 'Encrypt a PDF',
	summary: 'Encrypts a PDF with AES-256, sets its passwords and restricts what readers may do.',
	family: 'pdf',
	input: 'each',
	engines: ['qpdf'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		set_password: newPassword.optional().meta({
			title: 'Password',
			description: 'The password that opens the PDF. It opens without one when empty.',
			control: 'secret',
			secret: true,
		}),
		set_owner_password: newPassword.optional().meta({
			title: 'Owner Password',
			description: 'The password that lifts the restrictions. A random one when empty.',
			control: 'secret',
			secret: true,
		}),
		allow_print: z
			.enum(['full', 'low', 'none'])
			.default('full')
			.meta({
				title: 'Allow Printing',
				description: 'How well the PDF may be printed.',
				labels: { full: 'In Full Quality', low: 'In Low Resolution', none: 'Not at All' },
			}),
		allow_modify: z
			.enum(['all', 'annotate', 'form', 'assembly', 'none'])
			.default('all')
			.meta({
				title: 'Allow Changes',
				description: 'Which changes to the PDF are allowed.',
				labels: {
					all: 'Everything',
					annotate: 'Comments and Form Fields',
					form: 'Form Fields',
					assembly: 'Inserting, Deleting and Rotating Pages',
					none: 'Nothing',
				},
			}),
		allow_extract: z.boolean().default(true).meta({
			title: 'Allow Extraction',
			description: 'Whether text and pictures may be copied.',
		}),
		allow_accessibility: z.boolean().default(true).meta({
			title: 'Allow Accessibility',
			description: 'Whether screen readers may read the text. AES-256 always allows it.',
			control: 'advanced',
		}),
	}),
	check: ({ set_password, set_owner_password, allow_print, allow_modify, allow_extract }) =>
		set_password ||
		set_owner_password ||
		allow_print !== 'full' ||
		allow_modify !== 'all' ||
		!allow_extract
			? undefined
			: {
					parameter: 'set_password',
					message: 'must be given, or "set_owner_password", or a restriction such as "allow_print"',
				},
	result:
		'`files` holds the encrypted PDF, `pages` its number of pages, `encryption` the method and the permissions as read back.',
	example: { input: 'import-report', set_password: 'correct horse', allow_modify: 'form' },
});
