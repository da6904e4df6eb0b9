import { printOptions } from '../chrome/formats.ts';
import type { Conversions } from '../formats.ts';

const from = ['eml', 'msg'];

/** What becomes of mails: a page, and by way of that what a browser and Pandoc make of it. */
export const mailtoolConversions: readonly Conversions[] = [
	{ from, to: ['html'], options: [] },
	{ from, to: ['pdf'], options: printOptions, needs: 'chrome' },
	{ from, to: ['md', 'txt'], options: [], needs: ['chrome', 'pandoc'] },
];
