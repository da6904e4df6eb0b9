import type { Conversions } from '../formats.ts';
import { commonPictures, isLossy } from '../imagemagick/formats.ts';

/** What librsvg converts: drawings to paper, where lines and letters stay what they are; and those that are packed. */
export const librsvgConversions: readonly Conversions[] = [
	{ from: ['svg', 'svgz'], to: ['pdf', 'ps', 'eps'], options: [] },
	{
		from: ['svgz'],
		to: commonPictures.filter((format) => !isLossy(format)),
		options: ['width', 'height', 'fit', 'pixel_density'],
		needs: 'imagemagick',
	},
	{
		from: ['svgz'],
		to: commonPictures.filter(isLossy),
		options: ['width', 'height', 'fit', 'quality', 'pixel_density'],
		needs: 'imagemagick',
	},
];
