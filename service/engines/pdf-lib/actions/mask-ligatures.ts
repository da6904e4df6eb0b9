import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { maskLigatures } from '../pdfa/ligatures.ts';
import type { Action } from '../request.ts';

/** Makes `masked.pdf`, in which each glyph means one character; answers what the masks stand for. */
export const maskLigaturesOf: Action<
	Record<string, never>,
	{ readonly sequences: readonly string[] }
> = async (_params, { input, output }) => {
	const pdf = await PDFDocument.load(await readFile(input), {
		updateMetadata: false,
		throwOnInvalidObject: false,
	});
	const sequences = maskLigatures(pdf);
	const bytes = await pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
	await writeFile(path.join(output, 'masked.pdf'), bytes);
	return { sequences };
};
