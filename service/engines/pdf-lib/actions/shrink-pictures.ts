import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { isPicture } from '../content/used-colours.ts';
import { dictOf, entry, filtersOf } from '../entries.ts';
import { encodeBitmap } from '../jbig2/encode-bitmap.ts';
import { type Compressed, compressDeflate, compressJpeg } from '../pictures/compress.ts';
import { decodeBits, decodePixels } from '../pictures/pixels.ts';
import { largestPlacements } from '../pictures/placements.ts';
import { replacePicture } from '../pictures/replace.ts';
import { dropPrivateData } from '../private-data.ts';
import type { Action } from '../request.ts';
import { savePacked } from '../save-packed.ts';

/** How far pictures are compressed; without `lossy` they keep every pixel. */
export interface ShrinkParams {
	readonly lossy?: {
		/** Dots per inch that a picture has at most. */
		readonly dpi: number;
		/** Of JPEG, 1 to 100. */
		readonly quality: number;
	};
}

/** How many pictures became smaller, and whether there was anything only its editor reads. */
export interface ShrinkFacts {
	readonly pictures: number;
	readonly privateData: boolean;
}

/** Compresses the pictures of a PDF and drops private data of editors; makes `shrunk.pdf`. */
export const shrinkPictures: Action<ShrinkParams, ShrinkFacts> = async (
	{ lossy },
	{ input, output },
) => {
	const pdf = await PDFDocument.load(await readFile(input), { updateMetadata: false });
	const placements = lossy ? largestPlacements(pdf) : new Map();
	const privateData = dropPrivateData(pdf);
	const masks = masksOf(pdf);
	let pictures = 0;
	for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
		if (!isPicture(object) || !(object instanceof PDFRawStream)) continue;
		const smaller = await shrink(
			object,
			masks.has(object) ? undefined : lossy,
			placements.get(object),
		);
		if (!smaller || smaller.bytes.length > object.contents.length * worthwhile) continue;
		replacePicture(pdf, ref, object, smaller);
		pictures++;
	}
	await savePacked(pdf, path.join(output, 'shrunk.pdf'));
	return { pictures, privateData };
};

/** For less, what is there is not replaced by something that was compressed twice. */
const worthwhile = 0.95;

/** A picture is not made smaller for a little more resolution than wanted: that costs more than it saves. */
const threshold = 1.3;

async function shrink(
	picture: PDFRawStream,
	lossy: ShrinkParams['lossy'],
	placement: { width: number; height: number } | undefined,
): Promise<Compressed | undefined> {
	try {
		const bits = decodeBits(picture);
		if (bits) {
			const entries = { Filter: 'JBIG2Decode' };
			return { bytes: encodeBitmap(bits), width: bits.width, height: bits.height, entries };
		}
		const isJpeg = filtersOf(picture).includes('DCTDecode');
		if (isJpeg && !lossy) return undefined;
		const pixels = await decodePixels(picture);
		if (!pixels) return undefined;
		if (!lossy) return compressDeflate(pixels, pixels);
		const wanted = placement && widthAt(lossy.dpi, pixels, placement);
		const width = wanted && pixels.width > wanted * threshold ? wanted : pixels.width;
		const jpeg = await compressJpeg(pixels, { width, quality: lossy.quality });
		if (isJpeg) return jpeg;
		// Drawings and screenshots deflate well, and JPEG would smear them.
		const deflated = await compressDeflate(pixels, { width });
		return deflated.bytes.length < jpeg.bytes.length * 2 ? deflated : jpeg;
	} catch {
		// What cannot be decoded stays as it is.
		return undefined;
	}
}

/** Pixels across, so that neither direction has fewer dots per inch than wanted. */
function widthAt(
	dpi: number,
	pixels: { width: number; height: number },
	{ width, height }: { width: number; height: number },
): number {
	const scale = Math.max(
		(width / 72) * (dpi / pixels.width),
		(height / 72) * (dpi / pixels.height),
	);
	return Math.max(1, Math.ceil(pixels.width * scale));
}

/** Pictures that mask others: the rings that JPEG leaves around edges would be seen as shadows. */
function masksOf(pdf: PDFDocument): Set<PDFStream> {
	const masks = pdf.context
		.enumerateIndirectObjects()
		.flatMap(([, object]) => ['SMask', 'Mask'].map((key) => entry(dictOf(object), key, PDFStream)));
	return new Set(masks.filter((mask) => mask !== undefined));
}
