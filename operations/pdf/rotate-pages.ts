import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { pageList } from '../parameters.ts';

/** Turns pages; with a sign relative to how they stand, without one to that angle. */
export const pdfRotatePages = defineOperation({
	name: 'pdf/rotate-pages',
	title: 'Rotate Pages',
	action: 'Rotate pages of a PDF',
	summary: 'Rotates single pages or all pages by a given angle.',
	family: 'pdf',
	input: 'each',
	engines: ['qpdf'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		rotation: z // Not an enum: the keys of an enum that look like numbers would come first.
			.literal(['+90', '-90', '+180', '-180', '+270', '-270', '0', '90', '180', '270'])
			.meta({
				title: 'Rotation',
				description: 'Degrees to turn: with a sign relative to how the page stands, else absolute.',
				labels: {
					'+90': '90° Clockwise',
					'-90': '90° Counterclockwise',
					'+180': '180°',
					'-180': '180° Counterclockwise',
					'+270': '270° Clockwise',
					'-270': '270° Counterclockwise',
					'0': 'Set to 0°',
					'90': 'Set to 90°',
					'180': 'Set to 180°',
					'270': 'Set to 270°',
				},
			}),
		pages: pageList.optional().meta({
			title: 'Pages',
			description:
				'Pages to rotate: 1,5-7; 9- to the end; r1 is the last page. All pages when empty.',
			placeholder: '1,2,5-7',
		}),
	}),
	result: '`files` holds the rotated PDF, `pages` its number of pages.',
	example: { input: 'import-report', rotation: '+90', pages: '1,3-5' },
});
