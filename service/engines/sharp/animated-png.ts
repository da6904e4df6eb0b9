import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Writes the frames of an animation as an animated PNG (PNG, third edition, 11.3.6): each whole, in RGBA. */
export async function writeAnimatedPng(
	input: string,
	look: (frame: Sharp) => Sharp,
	output: string,
): Promise<void> {
	const { pages = 1, delay = [], loop = 0 } = await sharp(input).metadata();
	const file = await open(output, 'w');
	try {
		let sequence = 0;
		for (let page = 0; page < pages; page++) {
			const frame = look(sharp(input, { page })).ensureAlpha().png({ palette: false });
			const chunks = chunksOf(await frame.toBuffer());
			const header = chunks.find(({ name }) => name === 'IHDR')?.content ?? Buffer.alloc(13);
			if (page === 0) {
				await file.write(signature);
				await file.write(chunk('IHDR', header));
				await file.write(chunk('acTL', longs(pages, loop)));
			}
			// Its place, its time in thousandths of a second; it goes before the next, which takes all of its place.
			const times = Buffer.alloc(6);
			times.writeUInt16BE(Math.min(delay[page] ?? 100, 0xffff), 0);
			times.writeUInt16BE(1000, 2);
			const size = header.subarray(0, 8);
			await file.write(chunk('fcTL', Buffer.concat([longs(sequence++), size, longs(0, 0), times])));
			for (const { content } of chunks.filter(({ name }) => name === 'IDAT'))
				await file.write(
					page === 0
						? chunk('IDAT', content)
						: chunk('fdAT', Buffer.concat([longs(sequence++), content])),
				);
		}
		await file.write(chunk('IEND', Buffer.alloc(0)));
	} finally {
		await file.close();
	}
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunksOf(png: Buffer): { name: string; content: Buffer }[] {
	const chunks = [];
	for (let at = signature.length; at + 8 <= png.length; ) {
		const length = png.readUInt32BE(at);
		const name = png.toString('latin1', at + 4, at + 8);
		chunks.push({ name, content: png.subarray(at + 8, at + 8 + length) });
		at += 12 + length;
	}
	return chunks;
}

function chunk(name: string, content: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name), content]);
	return Buffer.concat([longs(content.length), body, longs(crc32(body))]);
}

function longs(...values: number[]): Buffer {
	const bytes = Buffer.alloc(4 * values.length);
	for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
	return bytes;
}
