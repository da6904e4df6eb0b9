import { PDFArray, PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { dictOf, elements, entry, nameEntry, numberEntry } from '../../entries.ts';
import { isPermitted } from '../clean-actions.ts';
import {
	flag,
	isButton,
	isEmpty,
	permittedAnnotations,
	withoutAppearance,
} from '../clean-annotations.ts';
import type { CheckedPdf, Report } from './checked-pdf.ts';

/** Rules on annotations: types, flags, appearances (ISO 19005-2, 6.3). */
export function checkAnnotations({ pdf, part }: CheckedPdf, report: Report): void {
	const permitted = permittedAnnotations(part);
	for (const [index, page] of pdf.getPages().entries())
		for (const object of elements(entry(page.node, 'Annots', PDFArray))) {
			const annotation = dictOf(object);
			if (!annotation) continue;
			const type = nameEntry(annotation, 'Subtype') ?? '';
			const say = (what: string) => report(`page ${index + 1} has an annotation ${what}`);
			if (!permitted.has(type)) say(`of type ${type || 'unknown'}`);
			if (type === 'Popup') continue;
			const flags = numberEntry(annotation, 'F') ?? 0;
			if (!(flags & flag.print) || flags & (flag.hidden | flag.invisible | flag.noView))
				say('that is hidden or not printed');
			if ((numberEntry(annotation, 'CA') ?? 1) !== 1 && part === 1) say('that is transparent');
			if (type === 'Widget' && ['A', 'AA'].some((key) => annotation.has(PDFName.of(key))))
				say('with an action of a form field');
			if (withoutAppearance.has(type)) continue;
			if (!hasAppearance(annotation)) {
				if (part > 1 && !isEmpty(annotation)) say(`without appearance (${type})`);
			}
		}
}

function hasAppearance(annotation: PDFDict): boolean {
	const appearance = entry(annotation, 'AP', PDFDict);
	if (appearance?.keys().length !== 1) return false;
	const normal = appearance.lookup(PDFName.of('N'));
	return isButton(annotation) ? dictOf(normal) !== undefined : normal instanceof PDFStream;
}

/** Rules on a dictionary that is an action, or has some. */
export function checkAction(dict: PDFDict, part: 1 | 2 | 3, report: Report): void {
	for (const key of ['A', 'OpenAction', 'Next']) {
		const action = entry(dict, key, PDFDict);
		const type = nameEntry(action, 'S');
		if (action && type && knownActions.has(type) && !isPermitted(action, part))
			report(`it has an action of type ${type}`);
	}
}

/** What else has "A" and "S", such as an attribute of structure, is no action. */
const knownActions: ReadonlySet<string> = new Set(
	'GoTo GoToR GoToE Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData JavaScript SetOCGState Rendition Trans GoTo3DView RichMediaExecute'.split(
		' ',
	),
);
