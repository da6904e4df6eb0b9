import * as z from 'zod';
import { defineOperation } from './define-operation.ts';
import { httpHeaders, httpUrl, pageList, taskName } from './parameters.ts';

const pdf = { showFor: { output_format: ['pdf'] } };
const picture = { showFor: { output_format: ['png', 'jpg', 'webp'] } };
const millimetres = z.number().min(0).max(1000).optional();
const centimetres = z.number().min(1).max(500).optional();

/** Prints a page of the web, or takes a picture of it. */
export const captureWebsite = defineOperation({
	name: 'capture-website',
	title: 'Capture Website',
	action: 'Capture a website as PDF or picture',
	summary: 'Makes a PDF or a picture of a web page.',
	family: 'file',
	input: 'none',
	engines: ['chrome'],
	common: ['filename', 'engine', 'engine_version'],
	params: z.object({
		url: httpUrl.meta({
			title: 'URL',
			description:
				'The address of the page. Where it answers an error such as 404, the task fails.',
			placeholder: 'https://example.com/',
			control: 'url',
		}),
		output_format: z
			.preprocess((name) => (name === 'jpeg' ? 'jpg' : name), z.enum(['pdf', 'png', 'jpg', 'webp']))
			.meta({
				title: 'Output Format',
				description: 'The format to capture the page in.',
				labels: { pdf: 'PDF', png: 'PNG', jpg: 'JPG', webp: 'WebP' },
			}),
		pages: pageList.optional().meta({
			title: 'Pages',
			description:
				'Pages to keep: 1,5-7; 9- to the end; r1 is the last page. All pages when empty.',
			placeholder: '1,2,5-7',
			...pdf,
		}),
		page_format: z
			.enum(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'letter', 'legal', 'tabloid', 'ledger'])
			.optional()
			.meta({
				title: 'Page Format',
				description: "The size of the paper. What the page's own style says, else A4, when empty.",
				labels: {
					...{ a0: 'A0', a1: 'A1', a2: 'A2', a3: 'A3', a4: 'A4', a5: 'A5', a6: 'A6' },
					...{ letter: 'Letter', legal: 'Legal', tabloid: 'Tabloid', ledger: 'Ledger' },
				},
				...pdf,
			}),
		page_orientation: z
			.enum(['portrait', 'landscape'])
			.optional()
			.meta({
				title: 'Page Orientation',
				description: 'Whether the paper is upright or lies on its side.',
				labels: { portrait: 'Portrait', landscape: 'Landscape' },
				...pdf,
			}),
		page_width: centimetres.meta({
			title: 'Page Width',
			description: 'The width of the paper in centimeters, together with its height.',
			...pdf,
		}),
		page_height: centimetres.meta({
			title: 'Page Height',
			description: 'The height of the paper in centimeters, together with its width.',
			...pdf,
		}),
		margin_top: millimetres.meta({
			title: 'Margin Top',
			description: 'Millimeters above the page. 10, without a header in it, when empty.',
			...pdf,
		}),
		margin_bottom: millimetres.meta({
			title: 'Margin Bottom',
			description: 'Millimeters below the page. 10, without a footer in it, when empty.',
			...pdf,
		}),
		margin_left: millimetres.meta({
			title: 'Margin Left',
			description: 'Millimeters left of the page. 10 when empty.',
			...pdf,
		}),
		margin_right: millimetres.meta({
			title: 'Margin Right',
			description: 'Millimeters right of the page. 10 when empty.',
			...pdf,
		}),
		print_background: z
			.boolean()
			.default(true)
			.meta({
				title: 'Print Background',
				description: 'Whether backgrounds are printed.',
				...pdf,
			}),
		display_header_footer: z
			.boolean()
			.default(false)
			.meta({
				title: 'Display Header and Footer',
				description: 'Whether header and footer are printed into the margins at top and bottom.',
				...pdf,
			}),
		header_template: taskName.optional().meta({
			title: 'Header Template',
			description:
				'Name of the task whose file is the HTML of the header. Elements of the classes date, title, url, pageNumber and totalPages are filled.',
			control: 'task',
			...pdf,
		}),
		footer_template: taskName.optional().meta({
			title: 'Footer Template',
			description: 'Name of the task whose file is the HTML of the footer, with the same classes.',
			control: 'task',
			...pdf,
		}),
		screen_width: z
			.number()
			.int()
			.min(16)
			.max(7680)
			.default(1440)
			.meta({
				title: 'Screen Width',
				description: 'The width of the picture in pixels.',
				...picture,
			}),
		screen_height: z
			.number()
			.int()
			.min(16)
			.max(16_384)
			.optional()
			.meta({
				title: 'Screen Height',
				description: 'The height of the picture in pixels. That of the whole page when empty.',
				...picture,
			}),
		zoom: z.number().min(0.1).max(2).default(1).meta({
			title: 'Zoom',
			description: 'How large the page is shown, from 0.1 to 2.',
		}),
		css_media_type: z
			.enum(['print', 'screen'])
			.optional()
			.meta({
				title: 'CSS Media Type',
				description:
					'What the page is styled for. Print in a PDF, screen in a picture, when empty.',
				labels: { print: 'Print', screen: 'Screen' },
			}),
		wait_until: z
			.enum(['load', 'domcontentloaded', 'networkidle0', 'networkidle2'])
			.default('load')
			.meta({
				title: 'Wait Until',
				description: 'When the page counts as loaded.',
				labels: {
					load: 'Everything It Names Is Loaded',
					domcontentloaded: 'Its Text Is There',
					networkidle0: 'The Network Is Quiet',
					networkidle2: 'The Network Is Nearly Quiet',
				},
			}),
		wait_for_element: z.string().trim().min(1).max(1000).optional().meta({
			title: 'Wait for Element',
			description: 'A CSS selector of what must be there before the page is captured.',
			placeholder: '#chart',
		}),
		wait_time: z.number().int().min(0).max(60_000).default(0).meta({
			title: 'Wait Time',
			description: 'Milliseconds to wait after that.',
		}),
		headers: httpHeaders.optional().meta({
			title: 'Headers',
			entry: 'Header',
			description: 'Headers to send to the site of the address, and to no other.',
			secret: true,
		}),
	}),
	check: ({ page_width, page_height, page_format, page_orientation }) => {
		if ((page_width === undefined) !== (page_height === undefined))
			return page_width === undefined
				? { parameter: 'page_width', message: 'must be given together with "page_height"' }
				: { parameter: 'page_height', message: 'must be given together with "page_width"' };
		if (page_width !== undefined && page_format !== undefined)
			return { parameter: 'page_format', message: 'must be empty where "page_width" is given' };
		if (page_width !== undefined && page_orientation !== undefined)
			return {
				parameter: 'page_orientation',
				message: 'must be empty where "page_width" is given',
			};
		return undefined;
	},
	result:
		'`files` holds the PDF or picture, `url` the address where the page was in the end, `http_status` what it answered, `title` its title; of a PDF `pages`, of a picture `width` and `height`.',
	example: { url: 'https://example.com/', output_format: 'pdf' },
});
