import * as z from 'zod';

const pdf = { showFor: { output_format: ['pdf'] } };
const millimetres = z.number().min(0).max(1000).optional();
const centimetres = z.number().min(1).max(500).optional();

/** The paper that something without pages of its own is printed on: centimetres for its size, millimetres for margins. */
export const pageLayout = {
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
} as const;

/** How large a page is shown on its paper or in its picture. */
export const zoom = z.number().min(0.1).max(2).default(1).meta({
	title: 'Zoom',
	description: 'How large the page is shown, from 0.1 to 2.',
});

/** Says which parameters of a layout contradict each other. */
export function checkPageLayout({
	page_width,
	page_height,
	page_format,
	page_orientation,
}: Readonly<Record<string, unknown>>) {
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
}
