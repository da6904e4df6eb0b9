import * as z from 'zod';
import { defineOperation } from './define-operation.ts';

/** Makes files smaller, or fit for a purpose. */
export const optimize = defineOperation({
	name: 'optimize',
	title: 'Optimize',
	action: 'Optimize a file',
	summary: 'Makes pictures and PDFs smaller, or PDFs ready for the web, print or archive.',
	family: 'file',
	input: 'each',
	engines: ['ghostscript', 'sharp', 'jpegoptim', 'gifsicle', 'svgo'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		profile: z
			.enum(['web', 'print', 'archive', 'mrc', 'max'])
			.default('web')
			.meta({
				title: 'Profile',
				description: 'What a PDF is made ready for; "print" alone may make it larger.',
				labels: {
					web: 'Web (150 DPI, RGB)',
					print: 'Print (300 DPI, CMYK)',
					archive: 'Archive (No Picture Loses Anything)',
					mrc: 'Scans (Text and Paper Apart)',
					max: 'Smallest (96 DPI, RGB)',
				},
			}),
		colorspace: z
			.preprocess(
				(name) => (name === 'greyscale' ? 'grayscale' : name),
				z.enum(['unchanged', 'rgb', 'cmyk', 'grayscale']),
			)
			.optional()
			.meta({
				title: 'Color Space',
				description: 'The colors to convert a PDF to. Those of the profile when empty.',
				labels: { unchanged: 'Unchanged', rgb: 'RGB', cmyk: 'CMYK', grayscale: 'Grayscale' },
			}),
		quality: z.number().int().min(1).max(100).optional().meta({
			title: 'Quality',
			description:
				'The quality of a picture, from 1 (smallest file) to 100 (best). Nothing is lost when empty.',
		}),
		flatten_signatures: z.boolean().default(false).meta({
			title: 'Flatten Signatures',
			description:
				'Whether signatures of a PDF become plain pictures of themselves. Signed files are refused otherwise, because any change breaks a signature.',
		}),
	}),
	result:
		'`files` holds the file; `bytes_before`, `bytes_after`, `saved_percent`, `kept_input` and `done` say what came of it.',
	example: { input: 'import-brochure', profile: 'web' },
});
