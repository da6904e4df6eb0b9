import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	PDFNumber,
	type PDFObject,
	PDFStream,
} from '@cantoo/pdf-lib';
import { dictOf, elements, entry, nameEntry, numberEntry, numbersEntry } from '../entries.ts';
import type { Losses } from './losses.ts';

/** ISO 19005-1, 6.5.2 permits only these types. */
const permittedInPart1 =
	'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet';
/** ISO 19005-2, 6.3.1 permits all types of ISO 32000-1 but 3D, Sound, Screen and Movie. */
const permittedLater = `${permittedInPart1} Polygon PolyLine Caret FileAttachment Watermark Redact`;

/** Annotation flags (ISO 32000-1, table 165). */
export const flag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
const hiding = flag.invisible | flag.hidden | flag.noView | flag.toggleNoView;

/** The types of annotation that a part of PDF/A permits. */
export function permittedAnnotations(part: 1 | 2 | 3): ReadonlySet<string> {
	return new Set((part === 1 ? permittedInPart1 : permittedLater).split(' '));
}

/** Types that need no appearance: they show nothing of their own. */
export const withoutAppearance: ReadonlySet<string> = new Set(['Link', 'Popup']);

/** Brings annotations into the form that PDF/A asks for, and takes out those that have none. */
export function cleanAnnotations(pdf: PDFDocument, part: 1 | 2 | 3, losses: Losses): void {
	const permitted = permittedAnnotations(part);
	for (const page of pdf.getPages()) {
		const annotations = entry(page.node, 'Annots', PDFArray);
		if (!annotations) continue;
		for (let index = annotations.size() - 1; index >= 0; index--) {
			const annotation = dictOf(annotations.lookup(index));
			const reason = annotation ? whyNot(annotation) : 'damaged annotations';
			if (reason === undefined) continue;
			annotations.remove(index);
			losses.add(reason);
		}
	}

	/** Why an annotation cannot stay, as a plural; undefined when it can. */
	function whyNot(annotation: PDFDict): string | undefined {
		const type = nameEntry(annotation, 'Subtype') ?? 'unknown';
		if (!permitted.has(type)) return `annotations of type ${type}`;
		if (type === 'FileAttachment' && part < 3) return 'attached files';
		const flags = numberEntry(annotation, 'F') ?? 0;
		if (type !== 'Popup') {
			// Showing what its author hid would be worse than to drop it.
			if (flags & (flag.hidden | flag.noView)) return 'hidden annotations';
			// ISO 19005-2, 6.3.2.
			annotation.set(PDFName.of('F'), PDFNumber.of((flags & ~hiding) | flag.print));
		}
		if (withoutAppearance.has(type) || isEmpty(annotation)) return undefined;
		if (keepNormalAppearance(annotation)) return undefined;
		if (type !== 'Widget')
			return part === 1 ? undefined : `annotations without appearance (${type})`;
		setEmptyAppearance(pdf, annotation);
		return undefined;
	}
}

/** An annotation that covers nothing needs no appearance (ISO 19005-2, 6.3.3). */
export function isEmpty(annotation: PDFDict): boolean {
	const [left, bottom, right, top] = numbersEntry(annotation, 'Rect') ?? [0, 0, 0, 0];
	return left === right && bottom === top;
}

/** Only the normal appearance may stay (ISO 19005-1, 6.5.3); answers whether there is one. */
function keepNormalAppearance(annotation: PDFDict): boolean {
	const appearance = entry(annotation, 'AP', PDFDict);
	for (const key of ['D', 'R']) appearance?.delete(PDFName.of(key));
	const normal = appearance?.lookup(PDFName.of('N'));
	if (normal instanceof PDFStream) return true;
	if (!appearance || !(normal instanceof PDFDict)) return false;
	if (isButton(annotation)) return true;
	// Several states are for buttons alone: the one that is shown stays.
	const state = nameEntry(annotation, 'AS');
	const shown = state === undefined ? undefined : normal.get(PDFName.of(state));
	if (shown) appearance.set(PDFName.of('N'), shown);
	return shown !== undefined;
}

/** Whether an annotation is a button of a form; the type may be that of its parent. */
export function isButton(annotation: PDFDict): boolean {
	let field: PDFDict | undefined = annotation;
	for (let depth = 0; field && depth < 50; depth++) {
		const type = nameEntry(field, 'FT');
		if (type) return type === 'Btn';
		field = entry(field, 'Parent', PDFDict);
	}
	return false;
}

function setEmptyAppearance(pdf: PDFDocument, annotation: PDFDict): void {
	const [left = 0, bottom = 0, right = 0, top = 0] = numbersEntry(annotation, 'Rect') ?? [];
	const stream = pdf.context.stream(new Uint8Array(), {
		Type: 'XObject',
		Subtype: 'Form',
		BBox: [0, 0, Math.abs(right - left), Math.abs(top - bottom)],
	});
	const normal: PDFObject = isButton(annotation)
		? pdf.context.obj({ Off: pdf.context.register(stream) })
		: pdf.context.register(stream);
	annotation.set(PDFName.of('AP'), pdf.context.obj({ N: normal }));
	if (isButton(annotation)) annotation.set(PDFName.of('AS'), PDFName.of('Off'));
}

/** How many form fields a PDF has. */
export function countFields(pdf: PDFDocument): number {
	const form = entry(pdf.catalog, 'AcroForm', PDFDict);
	return elements(entry(form, 'Fields', PDFArray)).length;
}
