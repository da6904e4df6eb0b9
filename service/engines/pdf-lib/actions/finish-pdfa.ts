import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
	AFRelationship,
	PDFDocument,
	PDFHeader,
	PDFHexString,
	PDFName,
	PDFObjectCopier,
	PDFString,
} from '@cantoo/pdf-lib';
import { dropUnreachable } from '../drop-unreachable.ts';
import { completeAttachments, removeAttachments } from '../pdfa/attachments.ts';
import { intentComponents } from '../pdfa/check/document.ts';
import type { AttachedInvoice } from '../pdfa/invoice.ts';
import { levels, type PdfaLevel } from '../pdfa/level.ts';
import { unmaskLigatures } from '../pdfa/ligatures.ts';
import { readMetadata, writeMetadata } from '../pdfa/metadata.ts';
import { readPlacedWords } from '../pdfa/placed-words.ts';
import { addTextLayer } from '../pdfa/text-layer.ts';
import type { Action } from '../request.ts';

/** What makes a PDF/A of a PDF whose pages conform; further files are the original, and those named in `more`. */
export interface PdfaParams {
	readonly level: PdfaLevel;
	readonly producer: string;
	/** An ICC profile for RGB: a file of the machine. */
	readonly profile: string;
	/** What the further files behind the original are. */
	readonly more: readonly ('words' | 'invoice')[];
	/** Pages, counted from 1, that have become pictures: their words come back as text that is not seen. */
	readonly pictured: readonly number[];
	readonly invoice: AttachedInvoice | undefined;
	/** What masked ligatures stand for. */
	readonly sequences: readonly string[];
}

/** Adds what PDF/A asks for beside the pages: output intent, metadata, identifier, invoice; makes `pdfa.pdf`. */
export const finishPdfa: Action<PdfaParams, Record<string, never>> = async (
	{ level, producer, profile, more, pictured, invoice, sequences },
	{ input, more: [original = input, ...others], output },
) => {
	const { part, version, attachments } = levels[level];
	const pdf = await load(input);
	const source = await load(original);
	const file = async (name: 'words' | 'invoice') => readFile(others[more.indexOf(name)] ?? '');
	if (sequences.length > 0) unmaskLigatures(pdf, sequences);
	restoreCatalog(pdf, source);
	// An intent that the file brings has colours of its own, such as those of a print shop.
	if (intentComponents(pdf) === 0) await addIntent(pdf, profile);
	if (pictured.length > 0)
		addTextLayer(pdf, readPlacedWords((await file('words')).toString('utf8'), pictured));
	if (attachments) completeAttachments(pdf);
	// A PDF has one invoice: a new one takes the place of the old.
	if (invoice) removeAttachments(pdf, invoiceNames);
	if (invoice)
		await pdf.attach(await file('invoice'), invoice.filename, {
			mimeType: 'text/xml',
			description: `Invoice (${invoice.level})`,
			creationDate: new Date(),
			modificationDate: new Date(),
			afRelationship: AFRelationship[invoice.relationship],
		});
	const metadata = readMetadata(source);
	const kept = attachments ? metadata.invoice : undefined;
	writeMetadata(pdf, metadata, { part, producer, invoice: invoice ?? kept });
	const { context } = pdf;
	const id = PDFHexString.of(randomBytes(16).toString('hex'));
	context.trailerInfo.ID = context.obj([id, id]);
	context.header = PDFHeader.forVersion(1, version);
	pdf.catalog.delete(PDFName.of('Version'));
	dropUnreachable(pdf);
	const bytes = await pdf.save({
		useObjectStreams: part > 1,
		addDefaultPage: false,
		updateFieldAppearances: false,
	});
	await writeFile(path.join(output, 'pdfa.pdf'), bytes);
	return {};
};

async function load(file: string): Promise<PDFDocument> {
	return PDFDocument.load(await readFile(file), {
		updateMetadata: false,
		throwOnInvalidObject: false,
	});
}

/** What invoices are called, by ZUGFeRD 1.0 to Factur-X 1.0. */
const invoiceNames = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i;

/** Ghostscript leaves out how a document wants to be shown. */
function restoreCatalog(pdf: PDFDocument, source: PDFDocument): void {
	const copier = PDFObjectCopier.for(source.context, pdf.context);
	for (const key of ['Lang', 'PageLabels', 'PageLayout', 'PageMode', 'ViewerPreferences']) {
		const value = source.catalog.get(PDFName.of(key));
		if (value && !pdf.catalog.has(PDFName.of(key)))
			pdf.catalog.set(PDFName.of(key), copier.copy(value));
	}
}

async function addIntent(pdf: PDFDocument, profile: string): Promise<void> {
	const { context } = pdf;
	const icc = context.flateStream(await readFile(profile), { N: 3 });
	const intent = context.obj({
		Type: 'OutputIntent',
		S: 'GTS_PDFA1',
		OutputConditionIdentifier: PDFString.of('sRGB'),
		Info: PDFString.of('sRGB IEC61966-2.1'),
		DestOutputProfile: context.register(icc),
	});
	pdf.catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
}
