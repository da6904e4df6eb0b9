import { type Bitmap, encodeBitmap } from '../jbig2/encode-bitmap.ts';
import { type Compressed, compressJpeg } from '../pictures/compress.ts';
import type { Pixels } from '../pictures/pixels.ts';
import { findPhotos } from './find-photos.ts';
import { measure } from './grid.ts';
import { averageLayer } from './layer.ts';
import { maskText } from './text-mask.ts';

/** A scanned page as mixed raster content: paper and photos, the colours of the text, and where text is. */
export interface Layers {
	readonly background: Compressed;
	readonly colours: Compressed;
	/** JBIG2. */
	readonly text: Uint8Array;
	/** Pixels of the text. */
	readonly width: number;
	readonly height: number;
}

const dotsOfPaper = 100;
/** Where there are photos, they decide. */
const dotsOfPhotos = 150;
const dotsOfColours = 25;

/** Splits a page into layers, each compressed as suits it (ITU-T T.44 has the idea). `dpi` is that of the scan. */
export async function splitLayers(page: Pixels, dpi: number): Promise<Layers> {
	const grid = measure(page);
	const photo = findPhotos(grid);
	const mask = maskText(grid, photo);
	const hasPhotos = photo.includes(1);
	const { width, height } = page;
	// The blur around letters belongs to neither layer: it would darken the paper and pale the text.
	const paper = averageLayer(
		page,
		Math.max(1, Math.round(dpi / (hasPhotos ? dotsOfPhotos : dotsOfPaper))),
		(pixel) => !touches(mask, pixel, width, 2),
	);
	const inside = (pixel: number) => mask[pixel] === 1 && isInside(mask, pixel, width);
	const colours = averageLayer(page, Math.max(1, Math.round(dpi / dotsOfColours)), inside);
	const bitmap: Bitmap = { pixels: mask, width, height };
	return {
		background: await compressJpeg(paper, { width: paper.width, quality: hasPhotos ? 55 : 45 }),
		colours: await compressJpeg(colours, { width: colours.width, quality: 40 }),
		text: encodeBitmap(bitmap),
		width,
		height,
	};
}

function touches(mask: Uint8Array, pixel: number, width: number, reach: number): boolean {
	return Boolean(
		mask[pixel] ||
			mask[pixel - reach] ||
			mask[pixel + reach] ||
			mask[pixel - reach * width] ||
			mask[pixel + reach * width],
	);
}

function isInside(mask: Uint8Array, pixel: number, width: number): boolean {
	return Boolean(mask[pixel - 1] && mask[pixel + 1] && mask[pixel - width] && mask[pixel + width]);
}
