import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import { elements, entry, filtersOf, nameEntry, numberEntry } from '../../entries.ts';
import { visitDicts } from '../visit-dicts.ts';
import { checkAction } from './annotations.ts';
import type { CheckedPdf, Report } from './checked-pdf.ts';
import { undefinedColour } from './colours.ts';

/** Rules on the objects of a file, wherever they are used: filters, pictures, colour spaces, graphics states, actions. */
export function checkObjects({ pdf, part, components }: CheckedPdf, report: Report): void {
	for (const [, object] of pdf.context.enumerateIndirectObjects())
		if (object instanceof PDFStream) checkStream(object);
	visitDicts(pdf, checkDictionary);

	function checkStream(stream: PDFStream): void {
		const { dict } = stream;
		const filters = filtersOf(stream);
		if (filters.includes('LZWDecode')) report('it uses LZW compression');
		if (filters.includes('Crypt')) report('it has encrypted streams');
		if (part === 1 && filters.includes('JPXDecode')) report('it uses JPEG 2000');
		if (part === 1 && nameEntry(dict, 'Type') === 'ObjStm') report('it has object streams');
		for (const key of ['F', 'FFilter', 'FDecodeParms'])
			if (dict.has(PDFName.of(key))) report('it has content in other files');
		const type = nameEntry(dict, 'Subtype');
		if (type === 'PS' || nameEntry(dict, 'Subtype2') === 'PS') report('it has PostScript code');
		for (const key of ['OPI', 'Ref', 'Alternates'])
			if ((type === 'Image' || type === 'Form') && dict.has(PDFName.of(key)))
				report(`a picture or form has the entry ${key}`);
		if (type === 'Image') checkPicture(dict);
	}

	function checkPicture(picture: PDFDict): void {
		const colour = undefinedColour(picture.lookup(PDFName.of('ColorSpace')), components);
		if (colour) report(`a picture uses ${colour}`);
		if (entry(picture, 'Interpolate', PDFBool)?.asBoolean()) report('a picture is interpolated');
		if (part > 1) return;
		if (entry(picture, 'SMask', PDFStream)) report('a picture has a soft mask');
		if ((numberEntry(picture, 'SMaskInData') ?? 0) !== 0) report('a picture has a soft mask');
	}

	function checkDictionary(dict: PDFDict): void {
		checkAction(dict, part, report);
		if (dict.has(PDFName.of('ShadingType'))) {
			const colour = undefinedColour(dict.lookup(PDFName.of('ColorSpace')), components);
			if (colour) report(`a shading uses ${colour}`);
		}
		const group = entry(dict, 'Group', PDFDict);
		if (nameEntry(group, 'S') === 'Transparency') {
			if (part === 1) report('it has transparency groups');
			const colour = undefinedColour(group?.lookup(PDFName.of('CS')), components);
			if (colour) report(`a transparency group blends in ${colour}`);
		}
		const states = entry(dict, 'ExtGState', PDFDict);
		for (const [name] of states?.entries() ?? [])
			checkState(entry(states, name.decodeText(), PDFDict));
	}

	function checkState(state: PDFDict | undefined): void {
		if (!state) return;
		if (state.has(PDFName.of('TR'))) report('it has a transfer function');
		const transfer = state.lookup(PDFName.of('TR2'));
		if (transfer && nameEntry(state, 'TR2') !== 'Default') report('it has a transfer function');
		if (part > 1 && state.has(PDFName.of('HTP'))) report('it has a halftone origin');
		const modes = [
			nameEntry(state, 'BM'),
			...elements(entry(state, 'BM', PDFArray)).map((mode) => `${mode}`.slice(1)),
		];
		for (const mode of modes)
			if (mode !== undefined && !permittedModes(part).has(mode)) report(`it blends by ${mode}`);
		if (part > 1) return;
		if (entry(state, 'SMask', PDFDict)) report('it has a soft mask');
		for (const key of ['ca', 'CA'])
			if (entry(state, key, PDFNumber) && numberEntry(state, key) !== 1)
				report('it has transparent objects');
	}
}

const opaque: ReadonlySet<string> = new Set(['Normal', 'Compatible']);
/** ISO 32000-1, tables 136 and 137. */
const standardModes: ReadonlySet<string> = new Set(
	'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
		' ',
	),
);

function permittedModes(part: 1 | 2 | 3): ReadonlySet<string> {
	return part === 1 ? opaque : standardModes;
}
