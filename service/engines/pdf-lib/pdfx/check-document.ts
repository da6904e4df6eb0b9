import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFHexString,
	PDFName,
	PDFStream,
	PDFString,
} from '@cantoo/pdf-lib';
import { decodeStream, dictOf, elements, entry, nameEntry, numberEntry } from '../entries.ts';
import type { Report } from './finding.ts';
import { type PdfxVariant, variants } from './variants.ts';

/** Rules on the file as a whole: version, identification, metadata, output intent, actions. */
export function checkDocument(
	{ pdf, bytes, variant }: { pdf: PDFDocument; bytes: Uint8Array; variant: PdfxVariant },
	report: Report,
): void {
	const { catalog, context } = pdf;
	const header = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
	const version = Number(/^%PDF-1\.(\d)/.exec(header)?.[1] ?? Number.NaN);
	if (!(version <= variants[variant].version))
		report(`its version is above PDF 1.${variants[variant].version}`);
	if (elements(context.lookupMaybe(context.trailerInfo.ID, PDFArray)).length !== 2)
		report('it has no file identifier');
	checkInformation(pdf, variant, report);
	if (variant === '4') checkXmp(entry(catalog, 'Metadata', PDFStream), report);
	checkIntents(catalog, report);

	for (const key of ['OpenAction', 'AA'])
		if (catalog.has(PDFName.of(key))) report('it has actions');
	const names = entry(catalog, 'Names', PDFDict);
	if (names?.has(PDFName.of('JavaScript'))) report('it has scripts');
	if (catalog.has(PDFName.of('AcroForm'))) report('it has a form');
	if (variant === '4') return;
	if (names?.has(PDFName.of('EmbeddedFiles'))) report('it has attachments');
	if (catalog.has(PDFName.of('OCProperties'))) report('it has layers');
}

const identification = {
	'1a': { GTS_PDFXVersion: 'PDF/X-1:2001', GTS_PDFXConformance: 'PDF/X-1a:2001' },
	'3': { GTS_PDFXVersion: 'PDF/X-3:2002' },
	'4': {},
} as const;

function checkInformation({ context }: PDFDocument, variant: PdfxVariant, report: Report): void {
	const information = dictOf(context.lookup(context.trailerInfo.Info));
	for (const key of ['Title', 'CreationDate', 'ModDate'])
		if (!stringEntry(information, key)) report(`its information has no ${key}`);
	if (!['True', 'False'].includes(nameEntry(information, 'Trapped') ?? ''))
		report('its information does not say whether it is trapped');
	for (const [key, wanted] of Object.entries(identification[variant]))
		if (stringEntry(information, key) !== wanted) report(`its ${key} is not ${wanted}`);
}

/** ISO 15930-7, 6.7. */
const properties =
	'xmp:CreateDate xmp:ModifyDate xmp:MetadataDate xmpMM:DocumentID xmpMM:RenditionClass xmpMM:VersionID dc:title pdf:Trapped'.split(
		' ',
	);

function checkXmp(stream: PDFStream | undefined, report: Report): void {
	const xmp = stream ? Buffer.from(decodeStream(stream)).toString('utf8') : '';
	if (!/<pdfxid:GTS_PDFXVersion>PDF\/X-4</.test(xmp))
		report('its XMP metadata does not name PDF/X-4');
	for (const property of properties)
		if (!xmp.includes(`<${property}>`)) report(`its XMP metadata has no ${property}`);
}

function checkIntents(catalog: PDFDict, report: Report): void {
	const intents = elements(entry(catalog, 'OutputIntents', PDFArray))
		.map(dictOf)
		.filter((intent) => nameEntry(intent, 'S') === 'GTS_PDFX');
	const [intent] = intents;
	if (intents.length !== 1 || !intent) {
		report('it has no output intent for PDF/X, or several');
		return;
	}
	if (!stringEntry(intent, 'OutputConditionIdentifier'))
		report('its output intent names no printing condition');
	const profile = entry(intent, 'DestOutputProfile', PDFStream);
	const header = profile ? Buffer.from(decodeStream(profile)).toString('latin1', 0, 40) : '';
	// ICC.1:2010, 7.2: class, colour space and signature of a profile.
	const isPrinter = header.slice(12, 20) === 'prtrCMYK' && header.slice(36, 40) === 'acsp';
	if (!isPrinter || numberEntry(profile?.dict, 'N') !== 4)
		report('its output intent has no CMYK printer profile');
}

function stringEntry(dict: PDFDict | undefined, key: string): string | undefined {
	const value = dict?.lookup(PDFName.of(key));
	return value instanceof PDFString || value instanceof PDFHexString
		? value.decodeText()
		: undefined;
}
