import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	type PDFObject,
	PDFRef,
	PDFStream,
	PDFString,
} from '@cantoo/pdf-lib';
import { dictOf, elements, entry } from '../entries.ts';
import type { Losses } from './losses.ts';
import { textEntry } from './metadata.ts';

/** Takes out all attached files: part 1 forbids them, part 2 permits only what is PDF/A itself. */
export function dropAttachments(pdf: PDFDocument, losses: Losses): void {
	const names = entry(pdf.catalog, 'Names', PDFDict);
	losses.add('attached files', treeValues(entry(names, 'EmbeddedFiles', PDFDict)).length);
	names?.delete(PDFName.of('EmbeddedFiles'));
	pdf.catalog.delete(PDFName.of('AF'));
	for (const [, object] of pdf.context.enumerateIndirectObjects()) {
		const dict = object instanceof PDFStream ? object.dict : object;
		if (dict instanceof PDFDict) for (const key of ['AF', 'EF']) dict.delete(PDFName.of(key));
	}
}

/** Gives attached files what ISO 19005-3, 6.8 asks for: names, a type, a date, and their place in the document. */
export function completeAttachments(pdf: PDFDocument): void {
	const { catalog, context } = pdf;
	makeIndirect(pdf, entry(entry(catalog, 'Names', PDFDict), 'EmbeddedFiles', PDFDict));
	const associated = entry(catalog, 'AF', PDFArray) ?? context.obj([]);
	for (const [ref, object] of context.enumerateIndirectObjects()) {
		if (!(object instanceof PDFDict)) continue;
		const files = entry(object, 'EF', PDFDict);
		if (!files) continue;
		if (!object.has(PDFName.of('AFRelationship')))
			object.set(PDFName.of('AFRelationship'), PDFName.of('Unspecified'));
		copyIfMissing(object, 'F', 'UF');
		copyIfMissing(object, 'UF', 'F');
		object.set(PDFName.of('Type'), PDFName.of('Filespec'));
		if (!associated.asArray().includes(ref)) associated.push(ref);
		for (const file of files.values().map((value) => context.lookup(value))) {
			if (!(file instanceof PDFStream)) continue;
			if (!file.dict.has(PDFName.of('Subtype')))
				file.dict.set(PDFName.of('Subtype'), PDFName.of('application/octet-stream'));
			const about = entry(file.dict, 'Params', PDFDict) ?? context.obj({});
			if (!about.has(PDFName.of('ModDate')))
				about.set(PDFName.of('ModDate'), PDFString.fromDate(new Date()));
			file.dict.set(PDFName.of('Params'), about);
		}
	}
	if (associated.size() > 0) catalog.set(PDFName.of('AF'), associated);
}

/** Takes out attached files by their names. */
export function removeAttachments(pdf: PDFDocument, called: RegExp): void {
	const isCalled = (value: PDFObject | undefined) => {
		const dict = dictOf(value);
		return called.test(textEntry(dict, 'UF') ?? textEntry(dict, 'F') ?? '');
	};
	visitTree(entry(entry(pdf.catalog, 'Names', PDFDict), 'EmbeddedFiles', PDFDict), (names) => {
		for (let index = names.size() - 1; index > 0; index -= 2)
			if (isCalled(names.lookup(index))) for (const at of [index, index - 1]) names.remove(at);
	});
	const associated = entry(pdf.catalog, 'AF', PDFArray);
	for (let index = (associated?.size() ?? 0) - 1; index >= 0; index--)
		if (isCalled(associated?.lookup(index))) associated?.remove(index);
	for (const [ref, object] of pdf.context.enumerateIndirectObjects())
		if (object instanceof PDFDict && object.has(PDFName.of('EF')) && isCalled(object)) {
			for (const file of entry(object, 'EF', PDFDict)?.values() ?? [])
				if (file instanceof PDFRef) pdf.context.delete(file);
			pdf.context.delete(ref);
		}
}

function copyIfMissing(dict: PDFDict, from: string, to: string): void {
	const value = dict.get(PDFName.of(from));
	if (value && !dict.has(PDFName.of(to))) dict.set(PDFName.of(to), value);
}

/** Ghostscript writes descriptions of files into the tree itself, where `AF` cannot point to them. */
function makeIndirect(pdf: PDFDocument, tree: PDFDict | undefined): void {
	visitTree(tree, (names) => {
		for (let index = 1; index < names.size(); index += 2) {
			const value = names.get(index);
			if (value && !(value instanceof PDFRef)) names.set(index, pdf.context.register(value));
		}
	});
}

/** The values of a name tree (ISO 32000-1, 7.9.6). */
export function treeValues(tree: PDFDict | undefined): PDFObject[] {
	const values: PDFObject[] = [];
	visitTree(tree, (names) => {
		for (let index = 1; index < names.size(); index += 2) {
			const value = names.lookup(index);
			if (value) values.push(value);
		}
	});
	return values;
}

function visitTree(
	tree: PDFDict | undefined,
	visit: (names: PDFArray) => void,
	seen = new Set<PDFDict>(),
): void {
	// A tree that leads back to itself would be walked for ever.
	if (!tree || seen.has(tree)) return;
	seen.add(tree);
	const names = entry(tree, 'Names', PDFArray);
	if (names) visit(names);
	for (const kid of elements(entry(tree, 'Kids', PDFArray)))
		if (kid instanceof PDFDict) visitTree(kid, visit, seen);
}
