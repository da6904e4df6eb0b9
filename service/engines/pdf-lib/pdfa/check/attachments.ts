import { PDFArray, PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { dictOf, entry, listEntry, nameEntry } from '../../entries.ts';
import { treeValues } from '../attachments.ts';
import { textEntry } from '../metadata.ts';
import type { CheckedPdf, Report } from './checked-pdf.ts';

/** Rules on attached files: none but in part 3, and there complete (ISO 19005-3, 6.8). */
export function checkAttachments({ pdf, part }: CheckedPdf, report: Report): void {
	const { catalog, context } = pdf;
	const tree = entry(entry(catalog, 'Names', PDFDict), 'EmbeddedFiles', PDFDict);
	if (part < 3 && tree) report('it has attached files');
	const associated = new Set(listEntry(catalog, 'AF').map(dictOf));
	for (const value of treeValues(tree))
		if (part === 3 && !associated.has(dictOf(value)))
			report('an attached file is not associated with the document');
	for (const [, object] of context.enumerateIndirectObjects()) {
		const dict = dictOf(object);
		const files = entry(dict, 'EF', PDFDict);
		if (!dict || !files) continue;
		if (part < 3) {
			report('it has attached files');
			continue;
		}
		const name = textEntry(dict, 'UF') ?? textEntry(dict, 'F') ?? 'without name';
		for (const key of ['F', 'UF', 'AFRelationship'])
			if (!dict.has(PDFName.of(key))) report(`the attached file "${name}" has no ${key}`);
		for (const file of files.values().map((value) => context.lookup(value)))
			if (!(file instanceof PDFStream && nameEntry(file.dict, 'Subtype')))
				report(`the attached file "${name}" has no type`);
	}
	if (part === 3 && catalog.has(PDFName.of('AF')) && !entry(catalog, 'AF', PDFArray))
		report('the list of associated files is damaged');
}
