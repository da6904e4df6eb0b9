import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	type PDFObject,
	PDFStream,
} from '@cantoo/pdf-lib';
import { dictOf, elements, entry, nameEntry, numberEntry } from '../entries.ts';
import { contentStreams } from './content-streams.ts';
import { contentOperations } from './operations.ts';

/** Families of colour spaces; `other` is Lab, and spot colours, whose plates have no family. */
export type ColourFamily = 'rgb' | 'cmyk' | 'gray' | 'other';

const families: Readonly<Record<string, ColourFamily>> = {
	DeviceRGB: 'rgb',
	CalRGB: 'rgb',
	RGB: 'rgb',
	rg: 'rgb',
	RG: 'rgb',
	DeviceCMYK: 'cmyk',
	CMYK: 'cmyk',
	k: 'cmyk',
	K: 'cmyk',
	DeviceGray: 'gray',
	CalGray: 'gray',
	G: 'gray',
	g: 'gray',
	Lab: 'other',
	Separation: 'other',
	DeviceN: 'other',
};

/** The families of colour that the pages, forms, patterns and pictures of a PDF use. */
export function usedColours(pdf: PDFDocument): Set<ColourFamily> {
	const found = new Set<ColourFamily>();
	const add = (family: ColourFamily | undefined) => family && found.add(family);
	for (const [, object] of pdf.context.enumerateIndirectObjects()) {
		const dict = dictOf(object);
		if (nameEntry(dict, 'Subtype') === 'Image' || dict?.has(PDFName.of('ShadingType')))
			add(familyOf(dict?.lookup(PDFName.of('ColorSpace'))));
		const spaces =
			entry(dict, 'ColorSpace', PDFDict) ??
			entry(entry(dict, 'Resources', PDFDict), 'ColorSpace', PDFDict);
		for (const [key] of spaces?.entries() ?? []) add(familyOf(spaces?.lookup(key)));
	}
	for (const { bytes } of contentStreams(pdf))
		for (const { operator, operands } of contentOperations(bytes())) {
			if (operator === 'cs' || operator === 'CS') add(families[String(operands[0]).slice(1)]);
			else if (operator === 'BI')
				for (const value of operands) add(families[String(value).slice(1)]);
			else if (operands.length > 0) add(families[operator]);
		}
	return found;
}

/** The family of a colour space (ISO 32000-1, 8.6). */
export function familyOf(space: PDFObject | undefined): ColourFamily | undefined {
	if (space instanceof PDFName) return families[space.decodeText()];
	if (!(space instanceof PDFArray)) return undefined;
	const [kind, second] = elements(space);
	if (!(kind instanceof PDFName)) return undefined;
	switch (kind.decodeText()) {
		case 'ICCBased':
			return byComponents[numberEntry(dictOf(second), 'N') ?? 0];
		case 'Indexed':
		case 'I':
		case 'Pattern':
			return second === space ? undefined : familyOf(second);
		default:
			return families[kind.decodeText()];
	}
}

const byComponents: Readonly<Record<number, ColourFamily>> = { 1: 'gray', 3: 'rgb', 4: 'cmyk' };

/** Whether an object is a picture. */
export function isPicture(object: PDFObject | undefined): object is PDFStream {
	return object instanceof PDFStream && nameEntry(object.dict, 'Subtype') === 'Image';
}
