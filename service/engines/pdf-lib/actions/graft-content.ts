import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName, PDFObjectCopier, type PDFPage } from '@cantoo/pdf-lib';
import { pageContent } from '../content/walk-page.ts';
import { dictOf, elements } from '../entries.ts';
import { unmaskLigatures } from '../pdfa/ligatures.ts';
import type { Action } from '../request.ts';
import { savePacked } from '../save-packed.ts';

/** How content was rewritten. */
export interface GraftParams {
	/** Whether its colours are other ones now. */
	readonly converted: boolean;
	/** What masked ligatures stand for. */
	readonly sequences: readonly string[];
}

/** Whether the pages matched; when they did not, nothing was made. */
export interface GraftFacts {
	readonly grafted: boolean;
}

/**
 * Puts rewritten content (the second file) in the place of that of a PDF, page by page, and keeps the rest: boxes,
 * rotation, links, forms, outline, attachments, metadata. Tags and layers go: they point into the old content. Makes
 * `grafted.pdf`.
 */
export const graftContent: Action<GraftParams, GraftFacts> = async (
	{ converted, sequences },
	{ input, more, output },
) => {
	const [pdf, rewritten] = await Promise.all([load(input), load(more[0])]);
	const pairs = pdf.getPages().map((page, index) => [page, rewritten.getPages()[index]] as const);
	if (pdf.getPageCount() !== rewritten.getPageCount()) return { grafted: false };
	if (!pairs.every(([page, from]) => from && isSameSize(page, from))) return { grafted: false };
	unmaskLigatures(rewritten, sequences);
	const copier = PDFObjectCopier.for(rewritten.context, pdf.context);
	for (const [page, from] of pairs) if (from) graft(page, from, copier);
	const gone = ['StructTreeRoot', 'MarkInfo', 'OCProperties'];
	// It describes colours that are no longer there.
	if (converted) gone.push('OutputIntents');
	for (const key of gone) pdf.catalog.delete(PDFName.of(key));
	await savePacked(pdf, path.join(output, 'grafted.pdf'));
	return { grafted: true };
};

async function load(file = ''): Promise<PDFDocument> {
	return PDFDocument.load(await readFile(file), { updateMetadata: false });
}

function graft(page: PDFPage, from: PDFPage, copier: PDFObjectCopier): void {
	const { node } = page;
	const { context } = page.doc;
	const { x, y } = page.getMediaBox();
	// Ghostscript moves each page to where its box begins at 0 0.
	const content = [`q 1 0 0 1 ${x} ${y} cm\n`, pageContent(from), '\nQ\n'].map((part) =>
		Buffer.from(part),
	);
	node.set(PDFName.of('Contents'), context.register(context.flateStream(Buffer.concat(content))));
	const resources = from.node.Resources();
	node.set(PDFName.of('Resources'), resources ? copier.copy(resources) : context.obj({}));
	const group = from.node.lookupMaybe(PDFName.of('Group'), PDFDict);
	if (group) node.set(PDFName.of('Group'), copier.copy(group));
	else node.delete(PDFName.of('Group'));
	for (const key of ['StructParents', 'PieceInfo', 'Thumb']) node.delete(PDFName.of(key));
	for (const annotation of elements(node.Annots()))
		dictOf(annotation)?.delete(PDFName.of('StructParent'));
}

/** In points; Ghostscript rounds. */
const tolerance = 1;

function isSameSize(page: PDFPage, from: PDFPage): boolean {
	const [one, other] = [page.getMediaBox(), from.getMediaBox()];
	return (
		Math.abs(one.width - other.width) <= tolerance &&
		Math.abs(one.height - other.height) <= tolerance &&
		from.getRotation().angle === 0
	);
}
