import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { maskLigatures } from '../pdfa/ligatures.ts';
import type { Action } from '../request.ts';

/** What masked ligatures stand for. */
export interface ContentFacts {
	readonly sequences: readonly string[];
}

/**
 * Takes the pages of a PDF without anything that is not drawn on them, upright, each as large as its MediaBox: what
 * Ghostscript rewrites. Makes `content.pdf`; `graft-content` puts the result back.
 */
export const takeContent: Action<Record<string, never>, ContentFacts> = async (
	_params,
	{ input, output },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	const sequences = maskLigatures(pdf);
	for (const key of [
		'AcroForm',
		'Outlines',
		'Names',
		'Dests',
		'StructTreeRoot',
		'OpenAction',
		'AA',
	])
		pdf.catalog.delete(PDFName.of(key));
	for (const { node } of pdf.getPages()) {
		const media = node.MediaBox();
		// Of these the page may inherit; an own entry hides what the tree of pages says.
		node.set(PDFName.of('CropBox'), media);
		node.set(PDFName.of('Rotate'), pdf.context.obj(0));
		for (const key of ['Annots', 'UserUnit', 'BleedBox', 'TrimBox', 'ArtBox', 'AA', 'B'])
			node.delete(PDFName.of(key));
	}
	const bytes = await pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
	await writeFile(path.join(output, 'content.pdf'), bytes);
	return { sequences };
};
