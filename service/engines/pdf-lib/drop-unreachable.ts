import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	type PDFObject,
	PDFRef,
	PDFStream,
} from '@cantoo/pdf-lib';

/** Takes out of a PDF all objects that nothing leads to: pdf-lib would write them, and with them what was removed. */
export function dropUnreachable(pdf: PDFDocument): void {
	const { context } = pdf;
	const reached = new Set<PDFRef>();
	const { Root, Info, ID, Encrypt } = context.trailerInfo;
	const open = [Root, Info, ID, Encrypt].filter((object) => object !== undefined);
	for (let object = open.pop(); object; object = open.pop()) {
		if (object instanceof PDFRef) {
			if (reached.has(object)) continue;
			reached.add(object);
		}
		open.push(...children(context.lookup(object)));
	}
	for (const [ref] of context.enumerateIndirectObjects())
		if (!reached.has(ref)) context.delete(ref);
}

/** The references inside an object, and what may hold more of them. */
function children(object: PDFObject | undefined): PDFObject[] {
	if (object instanceof PDFArray) return object.asArray().filter(leadsOn);
	const dict = object instanceof PDFStream ? object.dict : object;
	return dict instanceof PDFDict ? dict.values().filter(leadsOn) : [];
}

function leadsOn(object: PDFObject): boolean {
	return object instanceof PDFRef || object instanceof PDFArray || object instanceof PDFDict;
}
