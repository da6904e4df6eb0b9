import * as z from 'zod';
import { defineOperation } from './define-operation.ts';
import { pageList, taskName } from './parameters.ts';
import { watermarkFonts } from './watermark-fonts.ts';

const length = z.number().min(1).max(20_000).optional();
const percent = z.number().min(1).max(100).optional();
const margin = z.number().min(0).max(20_000).default(25);

/** Marks files with a text or a picture, above or below what is on their pages. */
export const watermark = defineOperation({
	name: 'watermark',
	title: 'Watermark',
	action: 'Add a watermark to a file',
	summary: 'Adds a text or a picture as a watermark to PDFs, pictures and videos.',
	family: 'file',
	input: 'each',
	engines: ['pdf-lib', 'sharp', 'ffmpeg', 'imagemagick', 'poppler'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		text: z
			.string()
			.min(1)
			.max(2000)
			.refine((text) => text.trim() !== '', { error: 'must not be blank' })
			.optional()
			.meta({
				title: 'Text',
				description: 'The text of the watermark, or else set an image.',
				placeholder: 'Draft',
				control: 'multiline',
			}),
		image: taskName.optional().meta({
			title: 'Image',
			description:
				'The name of the task whose file is the watermark: a picture, or a PDF, of which the first page is taken.',
			control: 'task',
		}),
		pages: pageList.optional().meta({
			title: 'Pages',
			description:
				'Pages of a PDF or TIFF to mark: 1,5-7; 9- to the end; r1 is the last page. All pages when empty.',
			placeholder: '1,2,5-7',
		}),
		layer: z
			.enum(['above', 'below'])
			.default('above')
			.meta({
				title: 'Layer',
				description: 'Whether the watermark lies on what is there or behind it.',
				labels: { above: 'Above', below: 'Below' },
			}),
		font_name: z
			.enum(watermarkFonts)
			.default('Arial')
			.meta({
				title: 'Font Name',
				description:
					'The font of the text. An installed one of the same kind stands for it; the result says which.',
				labels: Object.fromEntries(watermarkFonts.map((name) => [name, name])),
			}),
		font_size: z.number().min(1).max(2000).default(40).meta({
			title: 'Font Size',
			description: 'The size of the text: points in a PDF, pixels elsewhere.',
		}),
		font_width_percent: percent.meta({
			title: 'Font Width Percent',
			description:
				'How much of the width of the page, picture or video the text takes, instead of a font size.',
		}),
		font_color: z
			.string()
			.trim()
			.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'must be a color such as "#ff0000"' })
			.default('#000000')
			.meta({
				title: 'Font Color',
				description: 'The color of the text.',
				placeholder: '#ff0000',
			}),
		font_align: z
			.enum(['left', 'center', 'right'])
			.default('center')
			.meta({
				title: 'Font Align',
				description: 'How the lines of a text of several lines stand under each other.',
				labels: { left: 'Left', center: 'Center', right: 'Right' },
			}),
		image_width: length.meta({
			title: 'Image Width',
			description:
				'The width of the watermark: points in a PDF, pixels elsewhere. Its own, or what fits, when empty.',
		}),
		image_height: length.meta({
			title: 'Image Height',
			description:
				'The height of the watermark: points in a PDF, pixels elsewhere. That which fits its width when empty.',
		}),
		image_width_percent: percent.meta({
			title: 'Image Width Percent',
			description:
				'How much of the width of the page, picture or video the picture takes, instead of a width.',
		}),
		position_vertical: z
			.enum(['top', 'center', 'bottom'])
			.default('center')
			.meta({
				title: 'Position Vertical',
				description: 'Where the watermark stands between top and bottom.',
				labels: { top: 'Top', center: 'Center', bottom: 'Bottom' },
			}),
		position_horizontal: z
			.enum(['left', 'center', 'right'])
			.default('center')
			.meta({
				title: 'Position Horizontal',
				description: 'Where the watermark stands between left and right.',
				labels: { left: 'Left', center: 'Center', right: 'Right' },
			}),
		margin_vertical: margin.meta({
			title: 'Margin Vertical',
			description:
				'Points of a PDF, or pixels, between the watermark and the top or bottom where it stands.',
		}),
		margin_horizontal: margin.meta({
			title: 'Margin Horizontal',
			description:
				'Points of a PDF, or pixels, between the watermark and the left or right where it stands.',
		}),
		opacity: z.number().min(0).max(100).default(100).meta({
			title: 'Opacity',
			description: 'From 0, which cannot be seen, to 100, which lets nothing through.',
		}),
		rotation: z.number().min(-360).max(360).default(0).meta({
			title: 'Rotation',
			description: 'Degrees to turn the watermark, clockwise when positive.',
		}),
	}),
	check: ({ text, image, image_width, image_height, image_width_percent }) => {
		if (text === undefined && image === undefined)
			return { parameter: 'text', message: 'must be given, or else "image"' };
		if (text !== undefined && image !== undefined)
			return { parameter: 'image', message: 'must be empty where "text" is given' };
		if (image_width_percent !== undefined && (image_width ?? image_height) !== undefined)
			return {
				parameter: 'image_width_percent',
				message: 'must be empty where "image_width" or "image_height" is given',
			};
		return undefined;
	},
	result:
		'`files` holds the marked file, `pages_marked` says on how many pages of a PDF the watermark stands, `width` and `height` how many pixels a picture or video has, `font` which installed font stands for the one that was asked for.',
	example: { input: 'import-report', text: 'Draft', opacity: 30, rotation: -45 },
});
