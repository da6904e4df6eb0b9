import * as z from 'zod';
import { defineOperation } from './define-operation.ts';
import { checkPageLayout, pageLayout, zoom } from './page-layout.ts';
import { httpHeaders, httpUrl, pageList, taskName } from './parameters.ts';

const pdf = { showFor: { output_format: ['pdf'] } };
const picture = { showFor: { output_format: ['png', 'jpg', 'webp'] } };

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
		...pageLayout,
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
				'Name of the task whose file is the HTML of the header. Elements of the classes date, title, pageNumber and totalPages are filled.',
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
		zoom,
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
	check: checkPageLayout,
	result:
		'`files` holds the PDF or picture, `url` the address where the page was in the end, `http_status` what it answered, `title` its title; of a PDF `pages`, of a picture `width` and `height`.',
	example: { url: 'https://example.com/', output_format: 'pdf' },
});
