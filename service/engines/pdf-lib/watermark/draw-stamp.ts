import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { operands } from './matrix.ts';
import { placeOn } from './place.ts';
import type { PictureStamp, Placement, Stamp, TextStamp } from './stamp.ts';

interface Drawing {
	readonly stamp: Stamp;
	readonly wish: TextStamp | PictureStamp;
	readonly placement: Placement;
	readonly layer: 'above' | 'below';
	readonly opacity: number;
}

/** Draws a stamp on pages: over what they draw themselves, or before it. */
export function drawStamp(
	pdf: PDFDocument,
	pages: readonly PDFPage[],
	{ stamp, wish, placement, layer, opacity }: Drawing,
): void {
	const { context } = pdf;
	const stream = (text: string) => context.register(context.flateStream(text));
	const [save, restore] = [stream('q\n'), stream('\nQ\n')];
	const state =
		opacity < 1
			? context.register(context.obj({ Type: 'ExtGState', ca: opacity, CA: opacity }))
			: undefined;
	// Pages may share their resources.
	const names = new Map<PDFDict, PDFName>();
	for (const page of pages) {
		const { XObject, ExtGState, Contents } = page.node.normalizedEntries();
		const form = named(XObject, () => page.node.newXObject('Watermark', stamp.form));
		const look = state && named(ExtGState, () => page.node.newExtGState('Watermark', state));
		const matrix = placeOn(page, stamp, wish, placement);
		const drawing = stream(
			[
				// Screen readers pass over it (ISO 32000-1, 14.8.2.2).
				'/Artifact <</Type /Pagination /Subtype /Watermark>> BDC q',
				...(look ? [`${look} gs`] : []),
				`${operands(matrix)} cm ${form} Do Q EMC\n`,
			].join('\n'),
		);
		const own = Contents instanceof PDFArray ? Contents.asArray() : [];
		const order = layer === 'below' ? [drawing, ...own] : [save, ...own, restore, drawing];
		// A list of its own: pages may share theirs.
		page.node.set(PDFName.of('Contents'), context.obj(order));
	}

	function named(dict: PDFDict, add: () => PDFName): PDFName {
		const name = names.get(dict) ?? add();
		names.set(dict, name);
		return name;
	}
}
