import { writeFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { filtersOf } from './entries.ts';

/**
 * Writes a PDF with its streams deflated as tightly as can be. qpdf would do it too, but takes away the prediction that
 * makes pictures small.
 */
export async function savePacked(pdf: PDFDocument, file: string): Promise<void> {
	for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
		if (!(object instanceof PDFRawStream) || filtersOf(object).join() !== 'FlateDecode') continue;
		if (object.dict.has(PDFName.of('DecodeParms'))) continue;
		const smaller = deflateAgain(object.contents);
		if (smaller.length >= object.contents.length) continue;
		object.dict.delete(PDFName.of('Length'));
		pdf.context.assign(ref, PDFRawStream.of(object.dict, smaller));
	}
	await writeFile(file, await pdf.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

/** Bytes; what inflates to more is most likely a trap. */
const most = 256 * 1024 * 1024;

function deflateAgain(bytes: Uint8Array): Uint8Array {
	try {
		return deflateSync(inflateSync(bytes, { maxOutputLength: most }), { level: 9 });
	} catch {
		// Damaged, or too large: it stays as it is.
		return bytes;
	}
}
