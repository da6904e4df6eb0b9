import * as z from 'zod';
import { defineOperation } from './define-operation.ts';
import { mediaOptions, videoFormats } from './media-options.ts';
import { checkPageLayout, pageLayout, zoom } from './page-layout.ts';
import { pageList } from './parameters.ts';

const pictures = 'jpg png apng webp gif tiff avif bmp heic ico jp2 jxl pcx ppm psd tga'.split(' ');
/** What is as large as a picture. */
const sized = { showFor: { output_format: [...pictures, ...videoFormats] } };
const pixels = z.number().int().min(1).max(32_000);

/** Converts each file to another format; which pairs there are depends on the engines installed. */
export const convert = defineOperation({
	name: 'convert',
	title: 'Convert',
	action: 'Convert a file to another format',
	summary: 'Converts files to another format.',
	family: 'file',
	input: 'each',
	engines: [
		...['libreoffice', 'chrome', 'poppler', 'imagemagick', 'sharp'],
		...['pandoc', 'calibre', 'mailtool', 'ffmpeg', 'libarchive', '7zip'],
		...['fontforge', 'librsvg', 'ghostscript', 'mupdf', 'djvulibre', 'libraw', 'libjxl'],
	],
	common: ['output_format', 'input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		pages: pageList.optional().meta({
			title: 'Pages',
			description:
				'Pages to convert: 1,5-7; 9- to the end; r1 is the last page. All pages when empty.',
			placeholder: '1,2,5-7',
		}),
		password: z.string().min(1).max(256).optional().meta({
			title: 'Password',
			description: 'The password that opens the input file.',
			control: 'secret',
			secret: true,
		}),
		width: pixels.optional().meta({
			title: 'Width',
			description: 'The width of the picture in pixels.',
			...sized,
		}),
		height: pixels.optional().meta({
			title: 'Height',
			description: 'The height of the picture in pixels.',
			...sized,
		}),
		fit: z
			.enum(['max', 'crop', 'scale'])
			.default('max')
			.meta({
				title: 'Fit',
				description: 'How the picture fills width and height when both are given.',
				labels: {
					max: 'Fit Inside, Never Enlarge',
					crop: 'Fill and Crop',
					scale: 'Stretch',
				},
				...sized,
			}),
		quality: z
			.number()
			.int()
			.min(1)
			.max(100)
			.optional()
			.meta({
				title: 'Quality',
				description: 'The quality of the picture, from 1 (smallest file) to 100 (best).',
				showFor: { output_format: ['jpg', 'webp', 'avif', 'heic', 'jp2', 'jxl'] },
			}),
		pixel_density: z
			.number()
			.int()
			.min(1)
			.max(1200)
			.optional()
			.meta({
				title: 'Pixel Density',
				description:
					'How many pixels an inch of a page or drawing has, when neither width nor height is given.',
				showFor: { output_format: pictures },
			}),
		delimiter: z
			.enum(['comma', 'semicolon', 'tab', 'pipe'])
			.optional()
			.meta({
				title: 'Delimiter',
				description:
					'What stands between the values of a CSV file. Found out when it is read, a comma when it is written.',
				labels: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Pipe' },
			}),
		...pageLayout,
		zoom: zoom.meta({
			...zoom.meta(),
			description: 'How large a web page is shown, from 0.1 to 2.',
			showFor: { output_format: ['pdf', ...pictures] },
		}),
		...mediaOptions,
	}),
	check: checkPageLayout,
	result:
		'`files` holds the converted files, `fonts_substituted` the fonts of a document that are not installed, with those in their place.',
	example: { input: 'import-report', output_format: 'pdf' },
});
