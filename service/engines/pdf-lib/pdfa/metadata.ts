import {
	PDFDict,
	type PDFDocument,
	PDFHexString,
	PDFName,
	PDFStream,
	PDFString,
} from '@cantoo/pdf-lib';
import { decodeStream, entry } from '../entries.ts';
import { property, wrapped, xmpPacket } from '../xmp-packet.ts';
import { type InvoiceMetadata, invoiceDescriptions, readInvoiceMetadata } from './invoice.ts';
import { keptProperties } from './kept-properties.ts';
import { xmpText } from './xmp-text.ts';

/** What a PDF says of itself. */
export interface PdfMetadata {
	readonly title: string | undefined;
	readonly author: string | undefined;
	readonly subject: string | undefined;
	readonly keywords: string | undefined;
	readonly creator: string | undefined;
	readonly created: Date | undefined;
	/** Entries that are nobody's but the author's. */
	readonly custom: Readonly<Record<string, string>>;
	/** Further properties of its XMP, as XML. */
	readonly properties: readonly string[];
	/** Of an invoice that is attached to it. */
	readonly invoice: InvoiceMetadata | undefined;
}

const standard = 'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped';

/** Reads the information dictionary of a PDF, and its XMP where that says more. */
export function readMetadata(pdf: PDFDocument): PdfMetadata {
	const info = pdf.context.lookup(pdf.context.trailerInfo.Info);
	const dict = info instanceof PDFDict ? info : undefined;
	const metadata = entry(pdf.catalog, 'Metadata', PDFStream);
	const xmp = metadata ? decodeText(metadata) : '';
	const text = (key: string, name: string) => textEntry(dict, key) ?? xmpText(xmp, name);
	const custom = (dict?.keys() ?? []).flatMap((key): [string, string][] => {
		const name = key.decodeText();
		const value = standard.split(' ').includes(name) ? undefined : textEntry(dict, name);
		// Those of PDF/X would claim what is no longer so.
		return value === undefined || name.startsWith('GTS_') ? [] : [[name, value]];
	});
	return {
		title: text('Title', 'dc:title'),
		author: text('Author', 'dc:creator'),
		subject: text('Subject', 'dc:description'),
		keywords: text('Keywords', 'pdf:Keywords'),
		creator: text('Creator', 'xmp:CreatorTool'),
		created: readDate(dict) ?? parseDate(xmpText(xmp, 'xmp:CreateDate')),
		custom: Object.fromEntries(custom),
		properties: keptProperties(xmp),
		invoice: readInvoiceMetadata(xmp),
	};
}

/** Writes the same into the information dictionary and the XMP, as PDF/A asks (ISO 19005-1, 6.7.3). */
export function writeMetadata(
	pdf: PDFDocument,
	metadata: PdfMetadata,
	about: {
		readonly part: 1 | 2 | 3;
		readonly producer: string;
		readonly invoice: InvoiceMetadata | undefined;
	},
): void {
	const { context, catalog } = pdf;
	const { title, author, subject, keywords, creator } = metadata;
	const modified = wholeSeconds(new Date());
	const created = wholeSeconds(metadata.created ?? modified);
	const texts = {
		...metadata.custom,
		Title: title,
		Author: author,
		Subject: subject,
		Keywords: keywords,
		Creator: creator,
		Producer: about.producer,
	};
	const info = context.obj({});
	for (const [key, value] of Object.entries(texts))
		if (value) info.set(PDFName.of(key), PDFHexString.fromText(value));
	info.set(PDFName.of('CreationDate'), PDFString.fromDate(created));
	info.set(PDFName.of('ModDate'), PDFString.fromDate(modified));
	context.trailerInfo.Info = context.register(info);

	const packet = xmpPacket(
		namespaces,
		[
			property('pdfaid:part', `${about.part}`),
			property('pdfaid:conformance', 'B'),
			property('dc:format', 'application/pdf'),
			wrapped('dc:title', 'rdf:Alt', title),
			wrapped('dc:creator', 'rdf:Seq', author),
			wrapped('dc:description', 'rdf:Alt', subject),
			property('pdf:Keywords', keywords),
			property('pdf:Producer', about.producer),
			property('xmp:CreatorTool', creator),
			property('xmp:CreateDate', isoDate(created)),
			property('xmp:ModifyDate', isoDate(modified)),
			property('xmp:MetadataDate', isoDate(modified)),
			...metadata.properties,
		],
		about.invoice && invoiceDescriptions(about.invoice),
	);
	// Without a filter, so that readers which know nothing of PDF find it (ISO 19005-1, 6.7.2).
	const stream = context.stream(Buffer.from(packet), { Type: 'Metadata', Subtype: 'XML' });
	catalog.set(PDFName.of('Metadata'), context.register(stream));
}

const namespaces = {
	pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
	dc: 'http://purl.org/dc/elements/1.1/',
	pdf: 'http://ns.adobe.com/pdf/1.3/',
	xmp: 'http://ns.adobe.com/xap/1.0/',
	xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
};

/** A text of a dictionary; undefined where it is empty or no text. */
export function textEntry(dict: PDFDict | undefined, key: string): string | undefined {
	const value = entry(dict, key, PDFString) ?? entry(dict, key, PDFHexString);
	try {
		// XML cannot hold control characters, and both places must say the same.
		return (
			value
				?.decodeText()
				.replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
				.trim() || undefined
		);
	} catch {
		return undefined;
	}
}

function readDate(dict: PDFDict | undefined): Date | undefined {
	const value = entry(dict, 'CreationDate', PDFString) ?? entry(dict, 'CreationDate', PDFHexString);
	try {
		return parseDate(value?.decodeDate().toISOString());
	} catch {
		return undefined;
	}
}

function parseDate(text: string | undefined): Date | undefined {
	const date = new Date(text ?? '');
	// What XMP can say in four digits.
	return date.getTime() > 0 && date.getUTCFullYear() < 9999 ? date : undefined;
}

function decodeText(stream: PDFStream): string {
	try {
		return Buffer.from(decodeStream(stream)).toString('utf8').slice(0, 1_000_000);
	} catch {
		return '';
	}
}

function wholeSeconds(date: Date): Date {
	return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

function isoDate(date: Date): string {
	return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
