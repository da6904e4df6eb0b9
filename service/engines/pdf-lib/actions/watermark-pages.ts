import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Action } from '../request.ts';
import { drawStamp } from '../watermark/draw-stamp.ts';
import { pictureForm } from '../watermark/picture-form.ts';
import type { PictureStamp, Placement, TextStamp } from '../watermark/stamp.ts';
import { textForm } from '../watermark/text-form.ts';

/** A watermark and the pages that get it, counted from 1; the PDF of a picture is the further file. */
export interface WatermarkParams {
	readonly pages: readonly number[];
	readonly layer: 'above' | 'below';
	readonly stamp: TextStamp | PictureStamp;
	readonly placement: Placement;
	/** From 0 to 1. */
	readonly opacity: number;
}

/** How many pages it stands on, and the characters that the font lacks. */
export interface WatermarkFacts {
	readonly marked: number;
	readonly missing: string;
}

/** Puts a text or a picture on pages, drawn once for all of them; makes `watermarked.pdf`. */
export const watermarkPages: Action<WatermarkParams, WatermarkFacts> = async (
	{ pages, layer, stamp: wish, placement, opacity },
	{ input, more: [picture = ''], output },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	// As one, so that what overlaps does not show through. Archives allow no groups, and opaque marks need none.
	const group = opacity < 1 ? { Group: { S: 'Transparency', I: true } } : {};
	const made =
		wish.kind === 'text'
			? await textForm(pdf, wish, group)
			: { ...(await pictureForm(pdf, picture, group)), missing: '' };
	const all = pdf.getPages();
	const chosen = [...new Set(pages)].flatMap((number) => all[number - 1] ?? []);
	drawStamp(pdf, chosen, { stamp: made, wish, placement, layer, opacity });
	const bytes = await pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
	await writeFile(path.join(output, 'watermarked.pdf'), bytes);
	return { marked: chosen.length, missing: made.missing };
};
