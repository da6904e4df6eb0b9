import * as z from 'zod';
import { defineOperation } from './define-operation.ts';

const pixels = z.number().int().min(1).max(8192);

/** Makes small pictures of files: of a picture itself, of the first pages of a document, of moments of a video. */
export const thumbnail = defineOperation({
	name: 'thumbnail',
	title: 'Thumbnail',
	action: 'Make a thumbnail of a file',
	summary: 'Makes thumbnails of pictures, PDFs, office documents and videos.',
	family: 'file',
	input: 'each',
	engines: [
		...['sharp', 'poppler', 'libreoffice', 'imagemagick', 'ffmpeg'],
		...['librsvg', 'ghostscript', 'mupdf', 'libraw', 'libjxl'],
	],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		output_format: z.enum(['png', 'jpg', 'webp']).meta({
			title: 'Output Format',
			description: 'The format of the thumbnail.',
			labels: { png: 'PNG', jpg: 'JPG', webp: 'WebP' },
		}),
		width: pixels.optional().meta({
			title: 'Width',
			description: 'The width in pixels. 300 when neither width nor height is set.',
		}),
		height: pixels.optional().meta({
			title: 'Height',
			description: 'The height in pixels. 300 when neither width nor height is set.',
		}),
		fit: z
			.enum(['max', 'crop', 'scale'])
			.default('max')
			.meta({
				title: 'Fit',
				description: 'How the thumbnail fills width and height when both are given.',
				labels: {
					max: 'Fit Inside, Never Enlarge',
					crop: 'Fill and Crop',
					scale: 'Stretch',
				},
			}),
		count: z.number().int().min(1).max(100).default(1).meta({
			title: 'Count',
			description: 'How many thumbnails of each file: its first pages, or moments of a video.',
		}),
		timestamp: z
			.string()
			.trim()
			.regex(/^(?:(?:\d{1,4}:)?\d{1,4}:)?\d{1,7}(?:\.\d{1,9})?$/, {
				error: 'must be a time such as "00:00:05.2" or seconds such as "5.2"',
			})
			.optional()
			.meta({
				title: 'Timestamp',
				description: 'The moment of a video. A tenth into it when empty.',
				placeholder: '00:00:05.2',
			}),
		password: z.string().min(1).max(256).optional().meta({
			title: 'Password',
			description: 'The password that opens the input file.',
			control: 'secret',
			secret: true,
		}),
	}),
	result:
		'`files` holds the thumbnails, `timestamps` the moments of a video that they show, in seconds.',
	example: { input: 'import-report', output_format: 'png', width: 300 },
});
