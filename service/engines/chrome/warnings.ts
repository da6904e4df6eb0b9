import { findOperation, type Params } from '@filemill/operations';

type Capture = Params<'capture-website'>;

const onlyPdf = [
	...(['pages', 'page_format', 'page_orientation', 'page_width', 'page_height'] as const),
	...(['margin_top', 'margin_bottom', 'margin_left', 'margin_right'] as const),
	...(['print_background', 'display_header_footer', 'header_template', 'footer_template'] as const),
] as const;
const onlyPicture = ['screen_width', 'screen_height'] as const;
const templates = ['header_template', 'footer_template'] as const;

/** Says of each parameter that was given why it changes nothing. */
export function warnOfIneffective(params: Capture, warn: (message: string) => void): void {
	const format = params.output_format;
	for (const name of format === 'pdf' ? onlyPicture : onlyPdf)
		if (isGiven(name, params)) warn(`Parameter "${name}" has no effect on ${format}.`);
	if (format !== 'pdf') return;
	for (const name of templates)
		if (params[name] && !params.display_header_footer)
			warn(`Parameter "${name}" has no effect, because "display_header_footer" is not true.`);
}

/** A value that the schema filled in says nothing. */
function isGiven(name: keyof Capture, params: Capture): boolean {
	const bare = { url: params.url, output_format: params.output_format };
	const defaults = findOperation('capture-website')?.params.parse(bare) ?? {};
	return params[name] !== undefined && params[name] !== Reflect.get(defaults, name);
}
