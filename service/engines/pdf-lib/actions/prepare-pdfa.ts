import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { dropUnreachable } from '../drop-unreachable.ts';
import { completeAttachments, dropAttachments } from '../pdfa/attachments.ts';
import { cleanActions } from '../pdfa/clean-actions.ts';
import { cleanAnnotations } from '../pdfa/clean-annotations.ts';
import { cleanObjects } from '../pdfa/clean-objects.ts';
import { levels, type PdfaLevel } from '../pdfa/level.ts';
import { Losses } from '../pdfa/losses.ts';
import { dropMissingGlyphs } from '../pdfa/missing-glyphs.ts';
import { paintFields } from '../pdfa/paint-fields.ts';
import type { Action } from '../request.ts';

/** What had to go before a PDF can become PDF/A. */
export interface PdfaPreparation {
	readonly losses: readonly { readonly what: string; readonly count: number }[];
}

/** Takes out of a PDF what its level of PDF/A cannot hold; makes `prepared.pdf`. */
export const preparePdfa: Action<{ readonly level: PdfaLevel }, PdfaPreparation> = async (
	{ level },
	{ input, output },
) => {
	const { part, attachments } = levels[level];
	const pdf = await PDFDocument.load(await readFile(input), {
		updateMetadata: false,
		throwOnInvalidObject: false,
	});
	const losses = new Losses();
	paintFields(pdf, losses);
	cleanActions(pdf, part, losses);
	cleanAnnotations(pdf, part, losses);
	cleanObjects(pdf, part, losses);
	dropMissingGlyphs(pdf, losses);
	if (attachments) completeAttachments(pdf);
	else dropAttachments(pdf, losses);
	dropUnreachable(pdf);
	const bytes = await pdf.save({
		useObjectStreams: part > 1,
		addDefaultPage: false,
		updateFieldAppearances: false,
	});
	await writeFile(path.join(output, 'prepared.pdf'), bytes);
	return { losses: losses.list() };
};
