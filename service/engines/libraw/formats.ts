import type { Conversions } from '../formats.ts';
import { commonPictures, isLossy } from '../imagemagick/formats.ts';

/** What cameras record; LibRaw tells them apart by their content. */
export const rawFormats: readonly string[] =
	'3fr arw cr2 cr3 crw dcr dng erf iiq kdc mef mos mrw nef nrw orf pef raf rw2 sr2 srf srw x3f'.split(
		' ',
	);

/** What LibRaw develops. */
export const librawConversions: readonly Conversions[] = [
	{
		from: rawFormats,
		to: commonPictures.filter((format) => !isLossy(format)),
		options: ['width', 'height', 'fit'],
		needs: 'imagemagick',
	},
	{
		from: rawFormats,
		to: commonPictures.filter(isLossy),
		options: ['width', 'height', 'fit', 'quality'],
		needs: 'imagemagick',
	},
	{ from: rawFormats, to: ['pdf'], options: [] },
];
