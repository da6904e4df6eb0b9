import { PDFArray, PDFDict, type PDFDocument } from '@cantoo/pdf-lib';
import { elements, entry, nameEntry } from './entries.ts';

/** A signature field of a form. */
export interface SignatureField {
	readonly field: PDFDict;
	/** Whether it holds a signature, not only the place for one. */
	readonly signed: boolean;
}

/** All signature fields of a PDF (ISO 32000-1, 12.7.4.5), wherever they are in the tree of fields. */
export function signatureFields(pdf: PDFDocument): SignatureField[] {
	const found: SignatureField[] = [];
	const seen = new Set<PDFDict>();
	const visit = (field: PDFDict, inherited: string | undefined) => {
		// A tree that leads back to itself would be walked for ever.
		if (seen.has(field)) return;
		seen.add(field);
		const type = nameEntry(field, 'FT') ?? inherited;
		if (type === 'Sig') found.push({ field, signed: entry(field, 'V', PDFDict) !== undefined });
		for (const kid of dicts(entry(field, 'Kids', PDFArray))) visit(kid, type);
	};
	const form = entry(pdf.catalog, 'AcroForm', PDFDict);
	for (const field of dicts(entry(form, 'Fields', PDFArray))) visit(field, undefined);
	return found;
}

function dicts(array: PDFArray | undefined): PDFDict[] {
	return elements(array).filter((element) => element instanceof PDFDict);
}
