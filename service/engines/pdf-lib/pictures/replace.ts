import { type PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import type { Compressed } from './compress.ts';

/** Puts a picture compressed anew in the place of what it was; its colour space and mask stay. */
export function replacePicture(
	pdf: PDFDocument,
	ref: PDFRef,
	picture: PDFRawStream,
	{ bytes, width, height, entries }: Compressed,
): void {
	const { dict } = picture;
	for (const key of ['Filter', 'DecodeParms', 'Length']) dict.delete(PDFName.of(key));
	const changed = pdf.context.obj({ ...entries, Width: width, Height: height });
	for (const [key, value] of changed.entries()) dict.set(key, value);
	pdf.context.assign(ref, PDFRawStream.of(dict, bytes));
}
