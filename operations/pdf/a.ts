import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { taskName } from '../parameters.ts';

/** Makes a PDF that can be kept for good (ISO 19005), and a hybrid invoice of it when an XML is given. */
export const pdfA = defineOperation({
	name: 'pdf/a',
	title: 'Convert to PDF/A',
	action: 'Convert a PDF to PDF/A',
	summary:
		'Converts a PDF, or a file that can become one, to PDF/A for archiving, also with an electronic invoice inside.',
	family: 'pdf',
	input: 'each',
	engines: ['ghostscript'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		conformance_level: z
			.enum(['1b', '2b', '3b'])
			.default('3b')
			.meta({
				title: 'Conformance Level',
				description:
					'The level to reach: 3b keeps attached files, 2b keeps transparency, 1b is the oldest and keeps neither.',
				labels: { '1b': 'PDF/A-1b', '2b': 'PDF/A-2b', '3b': 'PDF/A-3b' },
			}),
		xml: taskName.optional().meta({
			title: 'Invoice XML',
			description:
				'The name of the task whose file is a ZUGFeRD, Factur-X or XRechnung invoice (CII XML) to attach; needs level 3b.',
			control: 'task',
		}),
	}),
	result:
		'`files` holds the PDF/A, `conformance` what was checked and by what, `invoice` the profile of an attached invoice.',
	example: { input: 'import-report', conformance_level: '2b' },
});
