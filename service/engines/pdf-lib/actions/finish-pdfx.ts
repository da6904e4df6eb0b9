import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument, PDFHeader, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { unmaskLigatures } from '../pdfa/ligatures.ts';
import { readPlacedWords } from '../pdfa/placed-words.ts';
import { addTextLayer } from '../pdfa/text-layer.ts';
import { setBoxes } from '../pdfx/boxes.ts';
import { type PdfxVariant, variants } from '../pdfx/variants.ts';
import { type PdfxMetadata, pdfxXmp } from '../pdfx/xmp.ts';
import type { Action } from '../request.ts';

/** What makes a PDF/X of what Ghostscript made. */
export interface PdfxParams {
	readonly variant: PdfxVariant;
	readonly metadata: Omit<PdfxMetadata, 'modified'>;
	/** What masked ligatures stand for. */
	readonly sequences: readonly string[];
	/** Pages that have become pictures; their words, the second file, come back as text that is not seen. */
	readonly pictured: readonly number[];
	readonly outputIntent: {
		/** The ICC profile: a file of the machine. */
		readonly profile: string;
		/** Its name in the registry of the ICC, such as "CGATS TR 001". */
		readonly condition: string;
		readonly description: string;
	};
}

/** Adds what PDF/X asks for beside colours and fonts, and takes out what it forbids; makes `pdfx.pdf`. */
export const finishPdfx: Action<PdfxParams, { standard: string }> = async (
	{ variant, metadata, outputIntent, sequences, pictured },
	{ input, more: [words], output },
) => {
	const { standard, version, transparency } = variants[variant];
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	const { context, catalog } = pdf;
	unmaskLigatures(pdf, sequences);
	if (words) addTextLayer(pdf, readPlacedWords(await readFile(words, 'utf8'), pictured));
	for (const key of forbidden) catalog.delete(PDFName.of(key));
	catalog.delete(PDFName.of('Metadata'));
	for (const page of pdf.getPages()) {
		for (const key of ['Annots', 'AA', 'PieceInfo', 'Thumb']) page.node.delete(PDFName.of(key));
		if (!transparency) page.node.delete(PDFName.of('Group'));
		setBoxes(page);
	}

	const modified = `${new Date().toISOString().slice(0, 19)}Z`;
	const complete = { ...metadata, modified };
	context.trailerInfo.Info = context.register(context.obj(information(variant, complete)));
	if (variant === '4') {
		const packet = Buffer.from(pdfxXmp(complete));
		const stream = context.stream(packet, { Type: 'Metadata', Subtype: 'XML' });
		catalog.set(PDFName.of('Metadata'), context.register(stream));
	}
	const { profile, condition, description } = outputIntent;
	const icc = context.flateStream(await readFile(profile), { N: 4, Alternate: 'DeviceCMYK' });
	const intent = context.obj({
		Type: 'OutputIntent',
		S: 'GTS_PDFX',
		OutputConditionIdentifier: PDFString.of(condition),
		OutputCondition: PDFHexString.fromText(description),
		RegistryName: PDFString.of('http://www.color.org'),
		Info: PDFHexString.fromText(description),
		DestOutputProfile: context.register(icc),
	});
	catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
	const id = PDFHexString.of(randomBytes(16).toString('hex'));
	context.trailerInfo.ID = context.obj([id, id]);
	context.header = PDFHeader.forVersion(1, version);
	const bytes = await pdf.save({
		// Object streams are of PDF 1.5.
		useObjectStreams: version >= 5,
		addDefaultPage: false,
		updateFieldAppearances: false,
	});
	await writeFile(path.join(output, 'pdfx.pdf'), bytes);
	return { standard };
};

/** Actions, and what readers would change the page by. */
const forbidden =
	'AcroForm OpenAction AA Names Dests URI Collection AF Perms NeedsRendering Requirements Threads SpiderInfo StructTreeRoot MarkInfo Outlines PageMode'.split(
		' ',
	);

function information(variant: PdfxVariant, metadata: PdfxMetadata) {
	const text = (value: string | undefined) => (value ? PDFHexString.fromText(value) : undefined);
	const date = (iso: string) => PDFString.fromDate(new Date(iso));
	const entries = {
		Title: text(metadata.title),
		Author: text(metadata.author),
		Subject: text(metadata.subject),
		Keywords: text(metadata.keywords),
		Creator: text(metadata.creator),
		Producer: text(metadata.producer),
		CreationDate: date(metadata.created),
		ModDate: date(metadata.modified),
		Trapped: PDFName.of(metadata.trapped),
		GTS_PDFXVersion: PDFString.of(variant === '1a' ? 'PDF/X-1:2001' : variants[variant].standard),
		GTS_PDFXConformance: variant === '1a' ? PDFString.of('PDF/X-1a:2001') : undefined,
	};
	return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
