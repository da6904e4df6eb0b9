import { PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { decodeStream, entry, nameEntry } from '../entries.ts';
import { pageContent } from './walk-page.ts';

/** A stream of drawing operations, and where it is. */
export interface ContentStream {
	/** Such as "page 3", "a form", "a pattern". */
	readonly where: string;
	readonly resources: PDFDict | undefined;
	/** Decodes it. @throws Error when it is damaged. */
	bytes(): Uint8Array;
}

/** All content of a PDF: pages, forms (appearances among them), tiling patterns and Type 3 glyphs, used or not. */
export function* contentStreams(pdf: PDFDocument): Generator<ContentStream> {
	for (const [index, page] of pdf.getPages().entries())
		yield {
			where: `page ${index + 1}`,
			resources: page.node.Resources(),
			bytes: () => pageContent(page),
		};
	for (const [, object] of pdf.context.enumerateIndirectObjects()) {
		if (object instanceof PDFStream && nameEntry(object.dict, 'Subtype') === 'Form')
			yield content('a form', object);
		else if (object instanceof PDFStream && object.dict.has(PDFName.of('PatternType')))
			yield content('a pattern', object);
		else if (object instanceof PDFDict && nameEntry(object, 'Subtype') === 'Type3')
			yield* glyphs(object);
	}
}

function content(where: string, stream: PDFStream): ContentStream {
	return {
		where,
		resources: entry(stream.dict, 'Resources', PDFDict),
		bytes: () => decodeStream(stream),
	};
}

function* glyphs(font: PDFDict): Generator<ContentStream> {
	const procedures = entry(font, 'CharProcs', PDFDict);
	for (const [name] of procedures?.entries() ?? []) {
		const glyph = procedures?.lookup(name);
		if (!(glyph instanceof PDFStream)) continue;
		const resources = entry(font, 'Resources', PDFDict);
		yield { where: 'a glyph', resources, bytes: () => decodeStream(glyph) };
	}
}
