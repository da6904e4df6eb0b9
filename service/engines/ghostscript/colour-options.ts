import type { Traits } from '../pdf-lib/pdf-traits.ts';
import type { ColourSpace } from './optimize-profiles.ts';
import { outputProfile } from './output-profile.ts';

/** To the colours of the press: relative colorimetric, with black point compensation. */
export const cmykOptions = [
	'-sColorConversionStrategy=CMYK',
	'-sProcessColorModel=DeviceCMYK',
	`-sOutputICCProfile=${outputProfile.file}`,
	'-dRenderIntent=1',
	'-dBlackPtComp=1',
] as const;

/** What Ghostscript is told for each space. */
export const colourOptions: Readonly<Record<ColourSpace, readonly string[]>> = {
	unchanged: ['-sColorConversionStrategy=LeaveColorUnchanged'],
	rgb: ['-sColorConversionStrategy=RGB', '-sProcessColorModel=DeviceRGB'],
	cmyk: cmykOptions,
	grayscale: ['-sColorConversionStrategy=Gray', '-sProcessColorModel=DeviceGray'],
};

/** Whether anything in a PDF has to change for it to be of a colour space; grey is part of every one. */
export function needsConversion({ colours }: Pick<Traits, 'colours'>, to: ColourSpace): boolean {
	const foreign = {
		unchanged: [],
		rgb: ['cmyk'],
		cmyk: ['rgb'],
		grayscale: ['rgb', 'cmyk', 'other'],
	} as const;
	const list: readonly string[] = foreign[to];
	return colours.some((colour) => list.includes(colour));
}
