import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkAnnotations } from '../pdfa/check/annotations.ts';
import { checkAttachments } from '../pdfa/check/attachments.ts';
import type { CheckedPdf } from '../pdfa/check/checked-pdf.ts';
import { checkContent } from '../pdfa/check/content.ts';
import { checkDocument, checkMetadata, intentComponents } from '../pdfa/check/document.ts';
import { checkFont } from '../pdfa/check/fonts.ts';
import { checkObjects } from '../pdfa/check/objects.ts';
import { levels, type PdfaLevel } from '../pdfa/level.ts';
import type { Action } from '../request.ts';

/** What speaks against a file being PDF/A: clauses such as "page 3 uses DeviceCMYK", each once; none when it is. */
export interface PdfaFindings {
	readonly findings: readonly string[];
}

/** The structure of a PDF beside the rules of a level of PDF/A; knows nothing of how the file was made. */
export const checkPdfa: Action<{ readonly level: PdfaLevel }, PdfaFindings> = async (
	{ level },
	{ input },
) => {
	const pdf = await PDFDocument.load(await readFile(input), {
		updateMetadata: false,
		ignoreEncryption: true,
		throwOnInvalidObject: false,
	});
	const { part } = levels[level];
	const checked: CheckedPdf = { pdf, part, components: intentComponents(pdf) };
	const found = new Set<string>();
	const report = (finding: string) => {
		// A thousand pages may fail in the same way; a reader of the verdict needs some of them.
		if (found.size < 100) found.add(finding.slice(0, 300));
	};
	checkDocument(checked, report);
	checkMetadata(checked, report);
	checkAnnotations(checked, report);
	checkAttachments(checked, report);
	checkObjects(checked, report);
	for (const font of checkContent(checked, report)) checkFont(font, part, report);
	return { findings: [...found] };
};
