import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { flattenSignatures } from '../flatten-signatures.ts';
import type { Action } from '../request.ts';

/** Turns signatures into what they look like; makes `unsigned.pdf`. */
export const flattenSignatureFields: Action<Record<string, never>, { fields: number }> = async (
	_params,
	{ input, output },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	const fields = flattenSignatures(pdf);
	const bytes = await pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
	await writeFile(path.join(output, 'unsigned.pdf'), bytes);
	return { fields };
};
