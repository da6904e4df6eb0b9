import type { Conversions } from '../formats.ts';

const written = [
	'heic',
	'psd',
	'bmp',
	'ico',
	'tga',
	'jp2',
	'pcx',
	'png',
	'gif',
	'tiff',
	'jpg',
	'webp',
	'avif',
];
const lossy = ['jpg', 'webp', 'avif', 'heic', 'jp2'];
const read = [...written, 'xcf'];

/** What ImageMagick converts. */
export const imagemagickConversions: readonly Conversions[] = [
	{ from: read, to: lossy, options: ['width', 'height', 'fit', 'quality'] },
	{
		from: read,
		to: written.filter((format) => !lossy.includes(format)),
		options: ['width', 'height', 'fit'],
	},
	{ from: read, to: ['pdf'], options: [] },
];
