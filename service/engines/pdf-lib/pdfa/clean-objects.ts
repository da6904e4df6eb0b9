import {
	PDFArray,
	PDFBool,
	PDFDict,
	type PDFDocument,
	PDFName,
	PDFRawStream,
	PDFStream,
} from '@cantoo/pdf-lib';
import { decodeStream, dictOf, entry, filtersOf, nameEntry, numberEntry } from '../entries.ts';
import { listCharacters } from './list-characters.ts';
import type { Losses } from './losses.ts';
import { visitDicts } from './visit-dicts.ts';

/** Takes out what changes nothing that a reader sees but what PDF/A forbids, and stores in another way what it stores in a forbidden one. */
export function cleanObjects(pdf: PDFDocument, part: 1 | 2 | 3, losses: Losses): void {
	const { catalog, context } = pdf;
	for (const key of ['Requirements', 'Perms', 'NeedsRendering', 'Collection', 'Legal'])
		catalog.delete(PDFName.of(key));
	const form = entry(catalog, 'AcroForm', PDFDict);
	if (form?.delete(PDFName.of('XFA'))) losses.add('dynamic forms (XFA)');
	form?.delete(PDFName.of('NeedAppearances'));
	for (const page of pdf.getPages()) page.node.delete(PDFName.of('PresSteps'));

	for (const [ref, object] of context.enumerateIndirectObjects()) {
		const dict = dictOf(object);
		if (!dict || dict === catalog) continue;
		// Metadata of single pictures would have to follow the rules of that of the document.
		if (entry(dict, 'Metadata', PDFStream)) dict.delete(PDFName.of('Metadata'));
		if (!(object instanceof PDFStream)) continue;
		const type = nameEntry(dict, 'Subtype');
		if (type === 'Image') for (const key of ['Alternates', 'OPI']) dict.delete(PDFName.of(key));
		if (type === 'Image' && entry(dict, 'Interpolate', PDFBool)?.asBoolean())
			dict.delete(PDFName.of('Interpolate'));
		if (type === 'Form') for (const key of ['OPI', 'Ref']) dict.delete(PDFName.of(key));
		const stored = withoutLzw(pdf, object);
		if (stored) context.assign(ref, stored);
	}
	if (part > 1) nameLayers(pdf);
	else {
		dropIdleGroups(pdf);
		listCharacters(pdf);
	}
}

/** The same stream with Flate in the place of LZW, which PDF/A forbids (ISO 19005-2, 6.1.7.2); undefined when it has none. */
function withoutLzw(pdf: PDFDocument, stream: PDFStream): PDFRawStream | undefined {
	const filters = filtersOf(stream);
	if (!filters.some((filter) => filter === 'LZWDecode' || filter === 'LZW')) return undefined;
	// Behind a filter of pictures, or with a predictor, only Ghostscript reads it.
	if (
		stream.dict.has(PDFName.of('DecodeParms')) ||
		!filters.every((filter) => readable.has(filter))
	)
		return undefined;
	const dict = stream.dict.clone(pdf.context);
	dict.delete(PDFName.of('Filter'));
	const flate = pdf.context.flateStream(decodeStream(stream));
	dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
	return PDFRawStream.of(dict, flate.getContents());
}

const readable: ReadonlySet<string> = new Set([
	'LZWDecode',
	'FlateDecode',
	'ASCII85Decode',
	'ASCIIHexDecode',
	'RunLengthDecode',
]);

/** Each configuration of layers has a name and no automatic states (ISO 19005-2, 6.9). */
function nameLayers(pdf: PDFDocument): void {
	const layers = entry(pdf.catalog, 'OCProperties', PDFDict);
	if (!layers) return;
	const first = entry(layers, 'D', PDFDict);
	const others = entry(layers, 'Configs', PDFArray)?.asArray() ?? [];
	const configurations = [first, ...others.map((one) => dictOf(pdf.context.lookup(one)))];
	for (const [index, configuration] of configurations.entries()) {
		if (!configuration) continue;
		configuration.delete(PDFName.of('AS'));
		const name = pdf.context.obj({ Name: `Layers ${index + 1}` }).get(PDFName.of('Name'));
		if (!configuration.has(PDFName.of('Name')) && name) configuration.set(PDFName.of('Name'), name);
	}
}

/** Browsers and office programs put each page into a transparency group, also where nothing is transparent. */
function dropIdleGroups(pdf: PDFDocument): void {
	const grouped: PDFDict[] = [];
	let transparent = false;
	visitDicts(pdf, (dict) => {
		transparent ||= isTransparent(dict);
		if (nameEntry(entry(dict, 'Group', PDFDict), 'S') === 'Transparency') grouped.push(dict);
	});
	if (!transparent) for (const dict of grouped) dict.delete(PDFName.of('Group'));
}

/** Whether a graphics state, picture or annotation makes something transparent (ISO 32000-1, 11.6). */
function isTransparent(dict: PDFDict): boolean {
	const mask = dict.lookup(PDFName.of('SMask'));
	const mode = dict.lookup(PDFName.of('BM'));
	return (
		mask instanceof PDFStream ||
		mask instanceof PDFDict ||
		(numberEntry(dict, 'SMaskInData') ?? 0) !== 0 ||
		['ca', 'CA'].some((key) => (numberEntry(dict, key) ?? 1) !== 1) ||
		(mode !== undefined && !['Normal', 'Compatible'].includes(nameEntry(dict, 'BM') ?? ''))
	);
}
