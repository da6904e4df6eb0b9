import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { operands } from './matrix.ts';
import { seenPage } from './seen-page.ts';
import type { Stamp } from './stamp.ts';

/** The first page of a PDF as a form, as it is seen. */
export async function pictureForm(pdf: PDFDocument, file: string, group: object): Promise<Stamp> {
	const source = await PDFDocument.load(await readFile(file), { updateMetadata: false });
	const page = source.getPage(0);
	const { width, height, fromPage, box } = seenPage(page);
	const { x: left, y: bottom } = box;
	const edges = { left, bottom, right: left + box.width, top: bottom + box.height };
	const picture = await pdf.embedPage(page, edges, [1, 0, 0, 1, 0, 0]);
	const form = pdf.context.flateStream(`q ${operands(fromPage)} cm /P Do Q`, {
		...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], ...group },
		Resources: { XObject: { P: picture.ref } },
	});
	return { form: pdf.context.register(form), width, height };
}
