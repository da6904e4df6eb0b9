import type { Conversions } from '../formats.ts';

/** What the browser converts. */
export const chromeConversions: readonly Conversions[] = [
	{ from: ['html', 'md'], to: ['pdf'], options: ['pages'] },
	{ from: ['html', 'md'], to: ['jpg', 'webp'], options: ['width', 'quality'] },
	{ from: ['html', 'md'], to: ['png'], options: ['width'] },
	{ from: ['md'], to: ['html'], options: [] },
];
