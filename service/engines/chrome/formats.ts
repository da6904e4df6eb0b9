import type { Conversions } from '../formats.ts';

/** The options of what the browser prints. */
export const printOptions = [
	...(['pages', 'zoom', 'print_background'] as const),
	...(['page_format', 'page_orientation', 'page_width', 'page_height'] as const),
	...(['margin_top', 'margin_bottom', 'margin_left', 'margin_right'] as const),
] as const;

/** What the browser converts. */
export const chromeConversions: readonly Conversions[] = [
	{ from: ['html', 'md'], to: ['pdf'], options: printOptions },
	{ from: ['html', 'md'], to: ['jpg', 'webp'], options: ['width', 'quality', 'zoom'] },
	{ from: ['html', 'md'], to: ['png'], options: ['width', 'zoom'] },
	{ from: ['md'], to: ['html'], options: [] },
];
