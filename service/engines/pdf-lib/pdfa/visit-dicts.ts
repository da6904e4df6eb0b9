import { PDFArray, type PDFDict, type PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { dictOf } from '../entries.ts';

/** Visits each dictionary of a PDF once, those inside other objects too; nothing nests as deep as 100 levels. */
export function visitDicts(pdf: PDFDocument, visit: (dict: PDFDict) => void): void {
	const seen = new Set<PDFDict>();
	for (const [, object] of pdf.context.enumerateIndirectObjects()) walk(object, 0);

	function walk(object: unknown, depth: number): void {
		if (depth > 100) return;
		if (object instanceof PDFArray) for (const one of object.asArray()) walk(one, depth + 1);
		const dict = object instanceof PDFArray ? undefined : dictOfAny(object);
		if (!dict || seen.has(dict)) return;
		seen.add(dict);
		visit(dict);
		for (const [, value] of dict.entries()) walk(value, depth + 1);
	}
}

function dictOfAny(object: unknown): PDFDict | undefined {
	return object instanceof PDFObject ? dictOf(object) : undefined;
}
