import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { dictOf, elements, entry, nameEntry, numbersEntry } from '../entries.ts';
import type { Report } from './finding.ts';
import { type PdfxVariant, variants } from './variants.ts';

/** Rules on pages: boxes, annotations, transparency groups. */
export function checkPages(
	{ pdf, variant }: { pdf: PDFDocument; variant: PdfxVariant },
	report: Report,
): void {
	for (const [index, { node }] of pdf.getPages().entries()) {
		const where = `page ${index + 1}`;
		checkBoxes(node, where, report);
		for (const annotation of elements(node.Annots())) {
			const kind = nameEntry(dictOf(annotation), 'Subtype') ?? 'unknown';
			if (kind !== 'TrapNet' && kind !== 'PrinterMark')
				report(`${where} has an annotation of the kind ${kind}`);
		}
		if (node.has(PDFName.of('AA'))) report(`${where} has actions`);
		const group = entry(node, 'Group', PDFDict);
		if (!variants[variant].transparency && nameEntry(group, 'S') === 'Transparency')
			report(`${where} has a transparency group`);
	}
}

/** ISO 15930-7, 6.5: TrimBox or ArtBox, not both; inside BleedBox, inside MediaBox. */
function checkBoxes(page: PDFDict, where: string, report: Report): void {
	const [trim, art, bleed] = ['TrimBox', 'ArtBox', 'BleedBox'].map((key) =>
		numbersEntry(page, key),
	);
	const media = numbersEntry(page, 'MediaBox');
	if (media?.length !== 4) {
		report(`${where} has no MediaBox`);
		return;
	}
	const inner = trim ?? art;
	if (!inner || (trim && art)) report(`${where} has not one of TrimBox and ArtBox`);
	if (inner && !contains(bleed ?? media, inner)) report(`${where} has a TrimBox outside its bleed`);
	if (bleed && !contains(media, bleed)) report(`${where} has a BleedBox outside its MediaBox`);
	const crop = numbersEntry(page, 'CropBox');
	if (crop && inner && !contains(crop, inner)) report(`${where} has a CropBox that cuts it`);
}

/** Boxes are written with few digits. */
const tolerance = 0.01;

function contains([a = 0, b = 0, c = 0, d = 0]: number[], [e = 0, f = 0, g = 0, h = 0]: number[]) {
	return e >= a - tolerance && f >= b - tolerance && g <= c + tolerance && h <= d + tolerance;
}
