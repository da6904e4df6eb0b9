import { readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { showsText } from '../content/shows-text.ts';
import { usedColours } from '../content/used-colours.ts';
import { decodeStream, dictOf, elements, entry, nameEntry } from '../entries.ts';
import type { Action } from '../request.ts';
import { signatureFields } from '../signatures.ts';

/** What a PDF holds that operations must heed or say a word about. */
export interface PdfTraits {
	readonly title: string | undefined;
	readonly author: string | undefined;
	readonly subject: string | undefined;
	readonly keywords: string | undefined;
	readonly creator: string | undefined;
	/** ISO 8601. */
	readonly created: string | undefined;
	/** Numbers of the pages that show text, counted from 1. */
	readonly textPages: readonly number[];
	readonly signatures: number;
	readonly form: boolean;
	/** Marked up for screen readers. */
	readonly tagged: boolean;
	readonly layers: boolean;
	readonly attachments: boolean;
	readonly links: boolean;
	/** Comments, stamps and the like: annotations that are neither links nor fields. */
	readonly comments: boolean;
	readonly outline: boolean;
	/** Whether it says that it is PDF/A. */
	readonly claimsPdfa: boolean;
	/** Families of colour that anything in it uses. */
	readonly colours: readonly ('rgb' | 'cmyk' | 'gray' | 'other')[];
}

/** Looks at a PDF without changing it. */
export const inspectPdf: Action<Record<string, never>, PdfTraits> = async (_params, { input }) => {
	const pdf = await PDFDocument.load(await readFile(input), {
		updateMetadata: false,
		throwOnInvalidObject: false,
	});
	const { catalog } = pdf;
	const has = (key: string) => catalog.has(PDFName.of(key));
	const pages = pdf.getPages();
	const form = entry(catalog, 'AcroForm', PDFDict);
	const names = entry(catalog, 'Names', PDFDict);
	const kinds = pages.flatMap(({ node }) =>
		elements(node.Annots()).map((annotation) => nameEntry(dictOf(annotation), 'Subtype') ?? ''),
	);
	return {
		title: text(() => pdf.getTitle()),
		author: text(() => pdf.getAuthor()),
		subject: text(() => pdf.getSubject()),
		keywords: text(() => pdf.getKeywords()),
		creator: text(() => pdf.getCreator()),
		created: text(() => pdf.getCreationDate()?.toISOString()),
		textPages: pages.flatMap((page, index) => (showsText(page) ? [index + 1] : [])),
		signatures: signatureFields(pdf).filter(({ signed }) => signed).length,
		form: elements(entry(form, 'Fields', PDFArray)).length > 0,
		tagged: has('StructTreeRoot'),
		layers: has('OCProperties'),
		attachments: has('AF') || has('Collection') || names?.has(PDFName.of('EmbeddedFiles')) === true,
		links: kinds.includes('Link'),
		comments: kinds.some((kind) => !['Link', 'Widget', 'Popup'].includes(kind)),
		outline: dictOf(catalog.lookup(PDFName.of('Outlines'))) !== undefined,
		claimsPdfa: claimsPdfa(entry(catalog, 'Metadata', PDFStream)),
		colours: [...usedColours(pdf)],
	};
};

function claimsPdfa(metadata: PDFStream | undefined): boolean {
	try {
		return (
			metadata !== undefined && /pdfaid:part/.test(String(Buffer.from(decodeStream(metadata))))
		);
	} catch {
		return false;
	}
}

/** An entry of the information dictionary; a broken one says nothing. */
function text(read: () => string | undefined): string | undefined {
	try {
		return read()?.trim() || undefined;
	} catch {
		return undefined;
	}
}
