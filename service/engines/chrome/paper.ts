import type { Params } from '@filemill/operations';
import type { Paper } from './request.ts';

/** The paper that the parameters of a layout describe; 10 mm of margin where they say nothing. */
export function paperOf(
	params: Pick<
		Params<'capture-website'>,
		| 'page_format'
		| 'page_width'
		| 'page_height'
		| 'page_orientation'
		| 'zoom'
		| 'margin_top'
		| 'margin_bottom'
		| 'margin_left'
		| 'margin_right'
		| 'print_background'
	>,
): Paper {
	return {
		kind: 'pdf',
		format: params.page_format,
		width: params.page_width,
		height: params.page_height,
		orientation: params.page_orientation,
		zoom: params.zoom,
		margins: {
			top: params.margin_top ?? 10,
			bottom: params.margin_bottom ?? 10,
			left: params.margin_left ?? 10,
			right: params.margin_right ?? 10,
		},
		background: params.print_background,
	};
}
