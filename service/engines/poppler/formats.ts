import type { Conversions } from '../formats.ts';

/** What Poppler converts; pictures are encoded by sharp. */
export const popplerConversions: readonly Conversions[] = [
	{
		from: ['pdf'],
		to: ['jpg', 'webp', 'avif'],
		options: ['pages', 'password', 'width', 'height', 'fit', 'quality'],
	},
	{
		from: ['pdf'],
		to: ['png', 'tiff', 'gif'],
		options: ['pages', 'password', 'width', 'height', 'fit'],
	},
	{ from: ['pdf'], to: ['txt', 'html'], options: ['pages', 'password'] },
];
