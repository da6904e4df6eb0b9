import { type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { dictOf } from './entries.ts';

/**
 * Removes what only the program that made a PDF reads, such as the layers of a picture editor, and thumbnails
 * (ISO 32000-1, 14.5 and 12.3.4). Answers whether there was any.
 */
export function dropPrivateData(pdf: PDFDocument): boolean {
	let dropped = false;
	for (const [, object] of pdf.context.enumerateIndirectObjects()) {
		const dict = dictOf(object);
		for (const key of ['PieceInfo', 'Thumb']) if (dict?.delete(PDFName.of(key))) dropped = true;
	}
	return dropped;
}
