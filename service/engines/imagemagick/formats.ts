import type { Conversions } from '../formats.ts';

const words = (text: string) => text.split(' ');

/** Pictures that people commonly ask for; what is drawn by other engines becomes any of them. */
export const commonPictures: readonly string[] = words(
	'png jpg webp gif tiff avif bmp heic ico jp2 pcx ppm psd tga',
);

/** Written and read back by ImageMagick alone. */
const rare = words(
	'aai art avs cal cin cur dcx dds dpx exr fits hdr j2k jbig jng miff mng mtv otb pam pbm pfm pgm pict psb ras sgi sixel vicar viff vips wbmp xbm xpm xwd',
);

/** Read only. */
const readOnly = words('mac pcd pnm tim xcf');

const lossy = words('jpg webp avif heic jp2 j2k jng');
const read = [...commonPictures, ...rare, ...readOnly];
const written = [...commonPictures, ...rare];

/** What ImageMagick converts: everything to what is common, and what is common to everything. */
export const imagemagickConversions: readonly Conversions[] = [
	...table(read, commonPictures),
	...table(commonPictures, written),
	// Its pages of sixel pictures cannot be read back.
	{ from: read.filter((format) => format !== 'sixel'), to: ['pdf'], options: [] },
];

/** Whether a format gives up detail for a smaller file. */
export function isLossy(format: string): boolean {
	return lossy.includes(format);
}

function table(from: readonly string[], to: readonly string[]): Conversions[] {
	return [
		{
			from,
			to: to.filter(isLossy),
			options: ['width', 'height', 'fit', 'quality'],
		},
		{
			from,
			to: to.filter((format) => !isLossy(format)),
			options: ['width', 'height', 'fit'],
		},
	];
}
