import { PDFDict, type PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { entry } from '../entries.ts';
import type { Losses } from './losses.ts';

/** Draws the fields of a form that leave it to the reader to draw what they hold. */
export function paintFields(pdf: PDFDocument, losses: Losses): void {
	if (!entry(pdf.catalog, 'AcroForm', PDFDict)) return;
	const unpainted = pdf
		.getForm()
		.getFields()
		.filter(({ acroField }) => acroField.getWidgets().some(({ dict }) => !dict.has(appearance)));
	if (unpainted.length === 0) return;
	const font = pdf.embedStandardFont(StandardFonts.Helvetica);
	for (const field of unpainted)
		try {
			field.defaultUpdateAppearances(font);
		} catch {
			// A button without picture, or text that the font has no characters for.
			if (field.acroField.V()) losses.add('values of form fields that could not be drawn');
		}
}

const appearance = PDFName.of('AP');
