import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	type PDFPage,
	PDFRef,
	PDFStream,
} from '@cantoo/pdf-lib';
import { entry, numberEntry, numbersEntry } from './entries.ts';
import { signatureFields } from './signatures.ts';

/**
 * Turns signatures into what they look like: their appearance becomes part of the page; the fields, and what they
 * promise of the document, go. Answers how many fields there were.
 */
export function flattenSignatures(pdf: PDFDocument): number {
	const fields = new Set(signatureFields(pdf).map(({ field }) => field));
	for (const page of pdf.getPages()) {
		const annotations = page.node.Annots();
		for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index--) {
			const widget = annotations?.lookup(index);
			if (!(widget instanceof PDFDict)) continue;
			const parent = entry(widget, 'Parent', PDFDict);
			if (!fields.has(widget) && !(parent && fields.has(parent))) continue;
			paintAppearance(page, widget);
			annotations?.remove(index);
		}
	}
	if (fields.size > 0) removeFields(pdf, fields);
	return fields.size;
}

/** ISO 32000-1, 12.5.3: hidden, and not to be shown. */
const invisible = 2 | 32;

/** Draws the appearance of an annotation where it stands (ISO 32000-1, 12.5.5, algorithm 8.1). */
function paintAppearance(page: PDFPage, widget: PDFDict): void {
	const reference = entry(widget, 'AP', PDFDict)?.get(PDFName.of('N'));
	const form = reference && page.doc.context.lookup(reference);
	const rect = numbersEntry(widget, 'Rect');
	if (!(reference instanceof PDFRef && form instanceof PDFStream) || rect?.length !== 4) return;
	if ((numberEntry(widget, 'F') ?? 0) & invisible) return;
	const box = transformedBox(form.dict);
	const target = bounds([
		[rect[0] ?? 0, rect[1] ?? 0],
		[rect[2] ?? 0, rect[3] ?? 0],
	]);
	// A signature that is not meant to be seen has no size.
	if (!box || box.width <= 0 || box.height <= 0 || target.width <= 0 || target.height <= 0) return;
	const [scaleX, scaleY] = [target.width / box.width, target.height / box.height];
	form.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
	const name = page.node.newXObject('Signature', reference);
	const move = [target.x - box.x * scaleX, target.y - box.y * scaleY];
	addContent(page, `q ${[scaleX, 0, 0, scaleY, ...move].map(plain).join(' ')} cm ${name} Do Q`);
}

/** Adds drawing after what is there, in the state in which the page begins. */
function addContent(page: PDFPage, drawing: string): void {
	const { context } = page.doc;
	const { Contents } = page.node.normalizedEntries();
	const stream = (text: string) => context.register(context.flateStream(text));
	Contents?.insert(0, stream('q\n'));
	Contents?.push(stream(`\nQ\n${drawing}\n`));
}

function removeFields(pdf: PDFDocument, fields: ReadonlySet<PDFDict>): void {
	const form = entry(pdf.catalog, 'AcroForm', PDFDict);
	const all = entry(form, 'Fields', PDFArray);
	prune(all);
	form?.delete(PDFName.of('SigFlags'));
	// Certification and usage rights promise that nothing changed.
	pdf.catalog.delete(PDFName.of('Perms'));
	pdf.catalog.delete(PDFName.of('DSS'));
	if (all?.size() === 0) pdf.catalog.delete(PDFName.of('AcroForm'));

	function prune(list: PDFArray | undefined, depth = 0): void {
		for (let index = (list?.size() ?? 0) - 1; index >= 0; index--) {
			const field = list?.lookup(index);
			if (!(field instanceof PDFDict)) continue;
			if (fields.has(field)) list?.remove(index);
			else if (depth < 50) prune(entry(field, 'Kids', PDFArray), depth + 1);
		}
	}
}

/** The box of a form in the space of who draws it. */
function transformedBox(form: PDFDict) {
	const box = numbersEntry(form, 'BBox');
	if (box?.length !== 4) return undefined;
	const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersEntry(form, 'Matrix') ?? [];
	const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
	const corners: [number, number][] = [
		[x1, y1],
		[x1, y2],
		[x2, y1],
		[x2, y2],
	];
	return bounds(corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]));
}

function bounds(points: readonly (readonly [number, number])[]) {
	const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Numbers of PDF have no exponent. */
function plain(value: number): string {
	return value.toFixed(6).replace(/\.?0+$/, '');
}
