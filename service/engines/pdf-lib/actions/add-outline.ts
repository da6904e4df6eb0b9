import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeOutline } from '../navigation/outline.ts';
import { PdfObjects } from '../navigation/pdf-objects.ts';
import type { Action } from '../request.ts';

/** Writes to `update.json` what gives a PDF, read in qpdf's JSON form, the outline in the other file. */
export const addOutline: Action<Record<never, never>, Record<never, never>> = async (
	_params,
	{ input, more: [outline = ''], output },
) => {
	const objects = await PdfObjects.read(input);
	writeOutline(objects, JSON.parse(await readFile(outline, 'utf8')));
	await objects.writeChanges(path.join(output, 'update.json'));
	return {};
};
