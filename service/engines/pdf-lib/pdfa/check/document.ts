import { PDFBool, PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { decodeStream, dictOf, entry, listEntry, nameEntry, numberEntry } from '../../entries.ts';
import { textEntry } from '../metadata.ts';
import { xmpText } from '../xmp-text.ts';
import type { CheckedPdf, Report } from './checked-pdf.ts';

/** The components of the colour profile of the output intent for PDF/A; 0 where there is none. */
export function intentComponents(pdf: PDFDocument): number {
	const intents = listEntry(pdf.catalog, 'OutputIntents').map(dictOf);
	const intent = intents.find((one) => nameEntry(one, 'S') === 'GTS_PDFA1');
	return numberEntry(entry(intent, 'DestOutputProfile', PDFStream)?.dict, 'N') ?? 0;
}

/** Rules on the file as a whole: identifier, encryption, output intent, catalogue. */
export function checkDocument({ pdf, part, components }: CheckedPdf, report: Report): void {
	const { catalog, context } = pdf;
	const has = (key: string) => catalog.has(PDFName.of(key));
	if (!context.trailerInfo.ID) report('it has no identifier');
	if (context.trailerInfo.Encrypt) report('it is encrypted');
	if (components === 0) report('it has no output intent with a colour profile');
	for (const key of ['AA', 'Requirements', 'Perms', 'NeedsRendering'])
		if (has(key)) report(`its catalogue has the entry ${key}`);
	if (part === 1 && has('OCProperties')) report('it has layers');
	const names = entry(catalog, 'Names', PDFDict);
	for (const key of ['JavaScript', 'AlternatePresentations', 'Renditions'])
		if (names?.has(PDFName.of(key))) report(`it has names of the kind ${key}`);
	const form = entry(catalog, 'AcroForm', PDFDict);
	if (form?.has(PDFName.of('XFA'))) report('it has a dynamic form (XFA)');
	if (entry(form, 'NeedAppearances', PDFBool)?.asBoolean())
		report('its form leaves it to the reader to draw the fields');
	for (const [index, page] of pdf.getPages().entries()) {
		for (const key of ['AA', 'PresSteps'])
			if (page.node.has(PDFName.of(key))) report(`page ${index + 1} has the entry ${key}`);
		// ISO 19005-2, 6.1.13.
		const { width, height } = page.getMediaBox();
		const fits = [width, height].every((side) => side >= 3 && side <= 14_400);
		if (part > 1 && !fits) report(`page ${index + 1} is smaller or larger than PDF/A permits`);
	}
}

/** The metadata name the part and level, and say what the information dictionary says. */
export function checkMetadata({ pdf, part }: CheckedPdf, report: Report): void {
	const stream = entry(pdf.catalog, 'Metadata', PDFStream);
	if (!stream) {
		report('it has no metadata (XMP)');
		return;
	}
	if (part === 1 && stream.dict.has(PDFName.of('Filter'))) report('its metadata are compressed');
	const xmp = Buffer.from(decodeStream(stream)).toString('utf8');
	if (/<!(DOCTYPE|ENTITY)/i.test(xmp)) report('its metadata have a document type');
	if (/<\?xpacket[^>]*\s(bytes|encoding)=/.test(xmp))
		report('the header of its metadata is that of an old version');
	if (xmpText(xmp, 'pdfaid:part') !== `${part}`) report(`its metadata do not say part ${part}`);
	if (xmpText(xmp, 'pdfaid:conformance') !== 'B') report('its metadata do not say level B');

	const info = dictOf(pdf.context.lookup(pdf.context.trailerInfo.Info));
	for (const [key, property] of Object.entries(pairs)) {
		const [said, repeated] = [textEntry(info, key), xmpText(xmp, property)];
		if (said !== undefined && singleSpaced(said) !== repeated)
			report(`its metadata and its information dictionary differ in ${key}`);
	}
	for (const [key, property] of Object.entries(dates)) {
		const [said, repeated] = [textEntry(info, key), xmpText(xmp, property)];
		if (said !== undefined && instant(said) !== Date.parse(repeated ?? ''))
			report(`its metadata and its information dictionary differ in ${key}`);
	}
}

/** ISO 19005-1, table 1. */
const pairs = {
	Title: 'dc:title',
	Author: 'dc:creator',
	Subject: 'dc:description',
	Keywords: 'pdf:Keywords',
	Creator: 'xmp:CreatorTool',
	Producer: 'pdf:Producer',
};
const dates = { CreationDate: 'xmp:CreateDate', ModDate: 'xmp:ModifyDate' };

/** The instant that a date of PDF names (ISO 32000-1, 7.9.4). */
function instant(text: string): number {
	const [, year, month, day, hour, minute, second, sign, hours, minutes] =
		/^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)'?)?/.exec(text) ?? [];
	const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}

function singleSpaced(text: string): string {
	return text.replaceAll(/\s+/g, ' ');
}
