import { crc32 } from 'node:zlib';
import { orientationBlock } from './orientation-block.ts';

/** What is neither the picture nor how it is to be shown (PNG, third edition, 11.3). */
const metadata = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'dSIG', 'caBX']);

/** A PNG without its texts, times and EXIF, which is asked only how the picture is turned. */
export function withoutMetadata(png: Buffer, orientation: number): Buffer {
	const chunks = chunksOf(png);
	const isTurned = orientation !== 1 && chunks.some(({ name }) => name === 'eXIf');
	const kept = chunks.filter(({ name }) => !metadata.has(name)).map(({ bytes }) => bytes);
	const [header = Buffer.alloc(0), ...rest] = kept;
	const turn = isTurned ? [chunk('eXIf', orientationBlock(orientation))] : [];
	return Buffer.concat([png.subarray(0, 8), header, ...turn, ...rest]);
}

/** Whether a PNG has a chunk of this name. */
export function hasChunk(png: Buffer, wanted: string): boolean {
	return chunksOf(png).some(({ name }) => name === wanted);
}

function chunksOf(png: Buffer) {
	const chunks: { readonly name: string; readonly bytes: Buffer }[] = [];
	for (let at = 8; at + 12 <= png.length; ) {
		const end = at + 12 + png.readUInt32BE(at);
		chunks.push({ name: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at, end) });
		at = end;
	}
	return chunks;
}

function chunk(name: string, content: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
	const bytes = Buffer.alloc(body.length + 8);
	bytes.writeUInt32BE(content.length, 0);
	body.copy(bytes, 4);
	bytes.writeUInt32BE(crc32(body), body.length + 4);
	return bytes;
}
