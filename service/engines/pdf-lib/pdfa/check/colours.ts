import { PDFArray, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { elements } from '../../entries.ts';

const needed: Readonly<Record<string, number>> = {
	DeviceRGB: 3,
	RGB: 3,
	DeviceCMYK: 4,
	CMYK: 4,
};

/**
 * The first device colour in a colour space that the output intent does not define (ISO 19005-2, 6.2.4.3); undefined
 * when there is none. Gray is defined by each intent.
 */
export function undefinedColour(
	space: PDFObject | undefined,
	components: number,
	depth = 0,
): string | undefined {
	if (depth > 8) return 'a space in a space in a space';
	if (space instanceof PDFName) {
		const name = space.decodeText();
		return name in needed && needed[name] !== components ? name : undefined;
	}
	if (!(space instanceof PDFArray)) return undefined;
	const [kind, second, third] = elements(space);
	if (!(kind instanceof PDFName)) return 'an unknown colour space';
	switch (kind.decodeText()) {
		case 'Indexed':
		case 'I':
		case 'Pattern':
			return undefinedColour(second, components, depth + 1);
		case 'Separation':
		case 'DeviceN':
			return undefinedColour(third, components, depth + 1);
		default:
			return undefinedColour(kind, components, depth + 1);
	}
}
