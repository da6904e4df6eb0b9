import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { OptimizeRequest } from './request.ts';

/** Compresses a WebP anew, animated or not. One that has lost something before can only lose more: none without a quality. */
export async function packWebp({
	input,
	output,
	quality,
}: OptimizeRequest): Promise<readonly string[]> {
	const lossless = isLossless(await readFile(input));
	if (quality === undefined && !lossless) return [];
	const { pages = 1 } = await sharp(input).metadata();
	const image = sharp(input, { animated: true });
	// Frames lie in one tall picture, which cannot be turned; no program turns animations either.
	const upright = pages > 1 ? image : image.autoOrient();
	if (quality === undefined) {
		await upright.keepIccProfile().webp({ lossless: true, effort: 6 }).toFile(output);
		return ['compressed without loss as WebP', 'metadata removed but colour profile'];
	}
	await upright.webp({ quality, effort: 5, smartSubsample: true }).toFile(output);
	return [
		`compressed as WebP at quality ${quality}`,
		'metadata removed, colours in sRGB, turned upright',
	];
}

/** Whether no frame is lossy (RFC 9649, 2: chunks of a RIFF file; frames are chunks within "ANMF", after 16 bytes). */
function isLossless(webp: Buffer): boolean {
	for (let at = 12; at + 8 <= webp.length; ) {
		const name = webp.toString('latin1', at, at + 4);
		if (name === 'VP8 ') return false;
		const size = webp.readUInt32LE(at + 4);
		at += name === 'ANMF' ? 24 : 8 + size + (size % 2);
	}
	return true;
}
