import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { entry, nameEntry } from '../entries.ts';
import type { Losses } from './losses.ts';
import { visitDicts } from './visit-dicts.ts';

/** ISO 19005-1, 6.6.1 and ISO 19005-2, 6.5.1: all other types of action are forbidden. */
export const permittedActions: ReadonlySet<string> = new Set([
	'GoTo',
	'GoToR',
	'GoToE',
	'Thread',
	'URI',
	'SubmitForm',
	'Named',
]);

/** ISO 19005-1, 6.6.1: of the named actions, these. */
const permittedNames: ReadonlySet<string> = new Set([
	'NextPage',
	'PrevPage',
	'FirstPage',
	'LastPage',
]);

/** Whether an action may stay; an array or name is a destination and no action. */
export function isPermitted(action: PDFDict, part: 1 | 2 | 3): boolean {
	const type = nameEntry(action, 'S') ?? '';
	if (type === 'GoToE' && part === 1) return false;
	if (type === 'Named') return permittedNames.has(nameEntry(action, 'N') ?? '');
	return permittedActions.has(type);
}

/** Takes scripts and actions out of a PDF that its level of PDF/A forbids. */
export function cleanActions(pdf: PDFDocument, part: 1 | 2 | 3, losses: Losses): void {
	const { catalog } = pdf;
	const names = entry(catalog, 'Names', PDFDict);
	if (names?.delete(PDFName.of('JavaScript'))) losses.add('scripts of the document');
	names?.delete(PDFName.of('AlternatePresentations'));
	names?.delete(PDFName.of('Renditions'));

	visitDicts(pdf, cleanDict);

	function cleanDict(dict: PDFDict): void {
		// In a table of fonts, say, these keys would be names that the author chose.
		const isWidget = nameEntry(dict, 'Subtype') === 'Widget' || dict.has(PDFName.of('FT'));
		const isAnnotation = dict.has(PDFName.of('Rect')) && dict.has(PDFName.of('Subtype'));
		const isOutline = dict.has(PDFName.of('Title')) && dict.has(PDFName.of('Parent'));
		const isPage = nameEntry(dict, 'Type') === 'Page';
		const isCatalog = dict === catalog;
		if (isWidget || isAnnotation || isPage || isCatalog)
			if (dict.delete(PDFName.of('AA'))) losses.add('actions that events start');
		if (isWidget && dict.delete(PDFName.of('A'))) losses.add('actions of form fields');
		if (isAnnotation || isOutline) cleanAction(dict, 'A');
		if (isCatalog) cleanAction(dict, 'OpenAction');
	}

	function cleanAction(holder: PDFDict, key: string): void {
		const action = entry(holder, key, PDFDict);
		if (!action) return;
		// A chain of actions would need each link to be permitted; readers follow the first alone often enough.
		if (action.delete(PDFName.of('Next'))) losses.add('actions that follow another');
		if (isPermitted(action, part)) return;
		holder.delete(PDFName.of(key));
		losses.add(`actions of type ${nameEntry(action, 'S') ?? 'unknown'}`);
	}
}
