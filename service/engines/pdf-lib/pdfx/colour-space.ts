import { PDFArray, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { elements } from '../entries.ts';
import type { PdfxVariant } from './variants.ts';

const plates = [
	'DeviceCMYK',
	'DeviceGray',
	'CMYK',
	'G',
	'Pattern',
	'Indexed',
	'I',
	'Separation',
	'DeviceN',
];
const managed = ['ICCBased', 'CalRGB', 'CalGray', 'Lab'];

const allowed: Readonly<Record<PdfxVariant, ReadonlySet<string>>> = {
	'1a': new Set(plates),
	'3': new Set([...plates, ...managed]),
	'4': new Set([...plates, ...managed]),
};

/** The first part of a colour space that a variant forbids where the output intent is CMYK; undefined when none is. */
export function forbiddenColour(
	space: PDFObject | undefined,
	variant: PdfxVariant,
	depth = 0,
): string | undefined {
	if (depth > 8) return 'a space in a space in a space';
	if (space instanceof PDFName) return judge(space.decodeText(), variant);
	if (!(space instanceof PDFArray)) return undefined;
	const [kind, ...rest] = elements(space);
	if (!(kind instanceof PDFName)) return 'an unknown colour space';
	const name = kind.decodeText();
	// ISO 32000-1, 8.6.6: the spaces that these are made of.
	const base = {
		Indexed: rest[0],
		I: rest[0],
		Pattern: rest[0],
		Separation: rest[1],
		DeviceN: rest[1],
	};
	const inner = Object.entries(base).find(([one]) => one === name)?.[1];
	return judge(name, variant) ?? forbiddenColour(inner, variant, depth + 1);
}

/** Judges the name of a device space, or of a kind of space. */
export function judge(name: string, variant: PdfxVariant): string | undefined {
	return allowed[variant].has(name) ? undefined : name;
}
