import { type PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { isPicture } from '../content/used-colours.ts';
import { resource, walkPage } from '../content/walk-page.ts';
import { numberEntry } from '../entries.ts';

/** The largest width and height, in points, at which each picture is painted on a page. */
export function largestPlacements(
	pdf: PDFDocument,
): Map<PDFRawStream, { width: number; height: number }> {
	const found = new Map<PDFRawStream, { width: number; height: number }>();
	for (const page of pdf.getPages()) {
		// Points are not always a 72nd of an inch (ISO 32000-1, table 30).
		const unit = numberEntry(page.node, 'UserUnit') ?? 1;
		walkPage(page, ({ operator, operands }, scope) => {
			if (operator !== 'Do') return;
			const picture = resource(scope, 'XObject', operands[0]);
			if (!isPicture(picture) || !(picture instanceof PDFRawStream)) return;
			const [a, b, c, d] = scope.matrix;
			const known = found.get(picture);
			found.set(picture, {
				width: Math.max(unit * Math.hypot(a, b), known?.width ?? 0),
				height: Math.max(unit * Math.hypot(c, d), known?.height ?? 0),
			});
		});
	}
	return found;
}
