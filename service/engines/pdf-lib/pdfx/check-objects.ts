import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	PDFNumber,
	PDFStream,
} from '@cantoo/pdf-lib';
import { isPicture } from '../content/used-colours.ts';
import { dictOf, elements, entry, filtersOf, nameEntry, numberEntry } from '../entries.ts';
import { forbiddenColour } from './colour-space.ts';
import type { Report } from './finding.ts';
import { type PdfxVariant, variants } from './variants.ts';

/** Rules on the objects of a file, wherever they are used: filters, colour spaces, fonts, graphics states, actions. */
export function checkObjects(
	{ pdf, variant }: { pdf: PDFDocument; variant: PdfxVariant },
	report: Report,
): void {
	const seen = new Set<PDFDict>();
	for (const [, object] of pdf.context.enumerateIndirectObjects()) {
		if (object instanceof PDFStream) checkFilters(object, variant, report);
		if (isPicture(object)) checkPicture(object.dict, variant, report);
		visit(dictOf(object) ?? object);
	}

	/** Objects may stand inside others as well as on their own. */
	function visit(object: unknown): void {
		if (object instanceof PDFArray) for (const one of object.asArray()) visit(dictOf(one) ?? one);
		if (!(object instanceof PDFDict) || seen.has(object)) return;
		seen.add(object);
		checkDictionary(object, variant, report);
		for (const [, value] of object.entries()) visit(dictOf(value) ?? value);
	}
}

function checkFilters(stream: PDFStream, variant: PdfxVariant, report: Report): void {
	const filters = filtersOf(stream);
	if (filters.includes('LZWDecode')) report('it uses LZW compression');
	if (filters.includes('Crypt')) report('it has encrypted streams');
	if (variant === '4') return;
	// Of PDF 1.4 and 1.5, which these variants are older than.
	if (filters.includes('JPXDecode')) report('it uses JPEG 2000');
	if (filters.includes('JBIG2Decode')) report('it uses JBIG2');
	if (nameEntry(stream.dict, 'Type') === 'ObjStm') report('it has object streams');
}

function checkPicture(picture: PDFDict, variant: PdfxVariant, report: Report): void {
	const colour = forbiddenColour(picture.lookup(PDFName.of('ColorSpace')), variant);
	if (colour) report(`a picture uses ${colour}`);
	if (picture.has(PDFName.of('Alternates'))) report('a picture has alternates');
	if (picture.has(PDFName.of('OPI'))) report('a picture is a placeholder (OPI)');
}

function checkDictionary(dict: PDFDict, variant: PdfxVariant, report: Report): void {
	if (dict.has(PDFName.of('ShadingType'))) {
		const colour = forbiddenColour(dict.lookup(PDFName.of('ColorSpace')), variant);
		if (colour) report(`a shading uses ${colour}`);
	}
	const spaces = entry(dict, 'ColorSpace', PDFDict);
	for (const [name] of spaces?.entries() ?? []) {
		const colour = forbiddenColour(spaces?.lookup(name), variant);
		if (colour) report(`a colour space of the resources is ${colour}`);
	}
	if (nameEntry(dict, 'S') === 'Transparency' && variants[variant].transparency) {
		const colour = forbiddenColour(dict.lookup(PDFName.of('CS')), variant);
		if (colour) report(`a transparency group blends in ${colour}`);
	}
	if (['JavaScript', 'Launch', 'Rendition', 'Movie', 'Sound'].includes(nameEntry(dict, 'S') ?? ''))
		report(`it has an action of the kind ${nameEntry(dict, 'S')}`);
	if (nameEntry(dict, 'Subtype') === 'PS') report('it has PostScript code');
	checkFont(dict, report);
	checkState(dict, variant, report);
}

const embeddable = new Set(['Type1', 'MMType1', 'TrueType', 'CIDFontType0', 'CIDFontType2']);

function checkFont(dict: PDFDict, report: Report): void {
	if (nameEntry(dict, 'Type') !== 'Font' || !embeddable.has(nameEntry(dict, 'Subtype') ?? ''))
		return;
	const descriptor = entry(dict, 'FontDescriptor', PDFDict);
	const files = ['FontFile', 'FontFile2', 'FontFile3'];
	if (!files.some((key) => entry(descriptor, key, PDFStream)))
		report(`the font ${nameEntry(dict, 'BaseFont') ?? ''} is not embedded`);
}

/** Graphics states, and the soft masks of pictures. */
function checkState(dict: PDFDict, variant: PdfxVariant, report: Report): void {
	const isState = nameEntry(dict, 'Type') === 'ExtGState' || isUntypedState(dict);
	if (isState && dict.has(PDFName.of('TR'))) report('it has a transfer function');
	if (isState && !['Default', undefined].includes(nameEntry(dict, 'TR2')))
		report('it has a transfer function');
	if (isState && dict.has(PDFName.of('HTP'))) report('it has a halftone origin');
	if (variants[variant].transparency) return;
	const mask = dict.lookup(PDFName.of('SMask'));
	if (dictOf(mask)) report('it has a soft mask');
	if ((numberEntry(dict, 'SMaskInData') ?? 0) !== 0) report('it has a soft mask');
	if (!isState) return;
	for (const key of ['ca', 'CA'])
		if ((numberEntry(dict, key) ?? 1) !== 1) report('it has transparent objects');
	const modes = elements(entry(dict, 'BM', PDFArray)).map(String);
	for (const mode of [nameEntry(dict, 'BM'), ...modes.map((name) => name.slice(1))])
		if (mode && mode !== 'Normal' && mode !== 'Compatible') report(`it blends by ${mode}`);
}

/** The type of a graphics state may be left out. */
function isUntypedState(dict: PDFDict): boolean {
	return ['ca', 'CA'].some((key) => dict.lookup(PDFName.of(key)) instanceof PDFNumber)
		? !dict.has(PDFName.of('Subtype'))
		: ['BM', 'TR', 'TR2'].some((key) => dict.has(PDFName.of(key)));
}
