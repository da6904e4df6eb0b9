import type { Conversions } from '../formats.ts';
import { commonPictures, isLossy } from '../imagemagick/formats.ts';

/** What libjxl converts. */
export const libjxlConversions: readonly Conversions[] = [
	{
		from: ['jxl'],
		to: commonPictures.filter((format) => !isLossy(format)),
		options: ['width', 'height', 'fit'],
		needs: 'imagemagick',
	},
	{
		from: ['jxl'],
		to: commonPictures.filter(isLossy),
		options: ['width', 'height', 'fit', 'quality'],
		needs: 'imagemagick',
	},
	{ from: ['jxl'], to: ['pdf'], options: [] },
	{
		from: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'svg'],
		to: ['jxl'],
		options: ['width', 'height', 'fit', 'quality'],
	},
];
