import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { findScan } from '../mrc/find-scan.ts';
import { type Layers, splitLayers } from '../mrc/split-layers.ts';
import { decodePixels, double } from '../pictures/pixels.ts';
import type { Action } from '../request.ts';
import { savePacked } from '../save-packed.ts';

/** What became of the pages, by their numbers from 1. */
export interface LayerFacts {
	readonly layered: readonly number[];
}

/** Replaces scans that fill their page by layers (mixed raster content); makes `layered.pdf`. */
export const layerScans: Action<Record<string, never>, LayerFacts> = async (
	_params,
	{ input, output },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	const refs = new Map(
		pdf.context.enumerateIndirectObjects().map(([ref, object]) => [object, ref]),
	);
	const replaced = new Set<PDFRawStream>();
	const layered: number[] = [];
	for (const [index, page] of pdf.getPages().entries()) {
		const scan = findScan(page);
		const ref = scan && refs.get(scan.picture);
		if (!scan || !ref) continue;
		if (replaced.has(scan.picture) || (await replace(pdf, ref, scan.picture, scan.width))) {
			replaced.add(scan.picture);
			layered.push(index + 1);
		}
	}
	await savePacked(pdf, path.join(output, 'layered.pdf'));
	return { layered };
};

/** Puts a form that paints the layers in the place of a picture, so that no content has to change. */
async function replace(
	pdf: PDFDocument,
	ref: PDFRef,
	picture: PDFRawStream,
	points: number,
): Promise<boolean> {
	// A mask would let through what the layers do not.
	if (['SMask', 'Mask'].some((key) => picture.dict.has(PDFName.of(key)))) return false;
	const pixels = await decodePixels(picture).catch(() => undefined);
	const dpi = pixels ? (pixels.width / points) * 72 : 0;
	if (!pixels || dpi < coarsest) return false;
	const layers = await (dpi < ragged
		? splitLayers(await double(pixels), dpi * 2)
		: splitLayers(pixels, dpi));
	const size = layers.background.bytes.length + layers.colours.bytes.length + layers.text.length;
	if (size >= picture.contents.length) return false;
	const space = picture.dict.get(PDFName.of('ColorSpace')) ?? PDFName.of('DeviceGray');
	const { context } = pdf;
	const image = (bytes: Uint8Array, entries: object) =>
		context.register(
			PDFRawStream.of(
				context.obj({ Type: 'XObject', Subtype: 'Image', Length: bytes.length, ...entries }),
				bytes,
			),
		);
	const jpeg = ({ bytes, width, height }: Layers['background'], entries: object) =>
		image(bytes, {
			...{ Width: width, Height: height, ColorSpace: space, BitsPerComponent: 8 },
			...{ Filter: 'DCTDecode', ...entries },
		});
	const { width, height } = layers;
	const mask = image(layers.text, {
		...{ Width: width, Height: height, ImageMask: true, BitsPerComponent: 1 },
		Filter: 'JBIG2Decode',
	});
	const XObject = {
		Paper: jpeg(layers.background, { Interpolate: true }),
		Text: jpeg(layers.colours, { Mask: mask }),
	};
	const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1], Resources: { XObject } };
	context.assign(ref, context.flateStream('/Paper Do /Text Do', form));
	return true;
}

/** Dots per inch; with fewer there are too few for text. */
const coarsest = 100;
/** With fewer dots per inch, letters would be ragged without their greys, and are given more. */
const ragged = 200;
