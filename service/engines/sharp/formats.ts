import type { Conversions } from '../formats.ts';
import { commonPictures } from '../imagemagick/formats.ts';

const pixels = ['jpg', 'png', 'apng', 'webp', 'gif', 'tiff', 'avif'];
const lossy = ['jpg', 'webp', 'avif'];
const lossless = ['png', 'gif', 'tiff'];
const rest = commonPictures.filter((format) => ![...lossy, ...lossless].includes(format));

/** What sharp converts. */
export const sharpConversions: readonly Conversions[] = [
	{ from: pixels, to: lossy, options: ['width', 'height', 'fit', 'quality'] },
	{ from: pixels, to: lossless, options: ['width', 'height', 'fit'] },
	{ from: ['svg'], to: lossy, options: ['width', 'height', 'fit', 'quality', 'pixel_density'] },
	{ from: ['svg'], to: lossless, options: ['width', 'height', 'fit', 'pixel_density'] },
	{
		from: ['svg'],
		to: rest,
		options: ['width', 'height', 'fit', 'pixel_density'],
		needs: 'imagemagick',
	},
	{ from: ['gif', 'webp', 'png', 'apng'], to: ['apng'], options: ['width', 'height', 'fit'] },
	{ from: pixels, to: ['pdf'], options: [] },
];
