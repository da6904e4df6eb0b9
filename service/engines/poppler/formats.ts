import type { Conversions, ConvertOption } from '../formats.ts';
import { commonPictures, isLossy } from '../imagemagick/formats.ts';

const sharps = ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif'];
const magicks = commonPictures.filter((format) => !sharps.includes(format));

/** What Poppler converts. */
export const popplerConversions: readonly Conversions[] = [
	...drawings('pdf', ['password'], []),
	{ from: ['pdf'], to: ['txt', 'html', 'md'], options: ['pages', 'password'] },
];

/** What comes of documents that another engine makes a PDF of. */
export function paperConversions(
	from: readonly string[],
	options: readonly ConvertOption[],
): Conversions[] {
	return from.flatMap((format) => [
		{ from: [format], to: ['pdf'], options: [...options, 'pages'] },
		...drawings(format, options, ['poppler']),
	]);
}

/** Pictures, which are encoded by sharp and some by ImageMagick, and vectors. */
function drawings(
	from: string,
	options: readonly ConvertOption[],
	needs: readonly string[],
): Conversions[] {
	const sized = [
		...options,
		...(['pages', 'width', 'height', 'fit', 'pixel_density'] as const),
	] as const;
	const row = (to: readonly string[], own: readonly ConvertOption[], also: readonly string[]) => ({
		from: [from],
		to: to.filter((format) => format !== from),
		options: own,
		needs: [...needs, ...also],
	});
	return [
		row(
			sharps.filter((format) => !isLossy(format)),
			sized,
			[],
		),
		row(sharps.filter(isLossy), [...sized, 'quality'], []),
		row(
			magicks.filter((format) => !isLossy(format)),
			sized,
			['imagemagick'],
		),
		row(magicks.filter(isLossy), [...sized, 'quality'], ['imagemagick']),
		row(['svg', 'eps', 'ps'], [...options, 'pages'], []),
	];
}
