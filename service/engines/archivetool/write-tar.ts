import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Entry, totalSize } from './entries.ts';
import type { ArchiveTarget } from './write-zip.ts';

/** Packs files in a tar archive as they are read, with or without gzip around it. */
export async function writeTar(
	format: 'tar' | 'tar.gz',
	entries: readonly Entry[],
	{ output, signal, progress }: ArchiveTarget,
): Promise<void> {
	const blocks = tarBlocks(entries, progress);
	const target = createWriteStream(output);
	try {
		if (format === 'tar') await pipeline(blocks, target, { signal });
		else await pipeline(blocks, createGzip(), target, { signal });
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	}
}

/**
 * The bytes of a tar archive, made as they are asked for, in the pax interchange format (IEEE Std 1003.1-2017, pax).
 * `progress` hears whole percent.
 */
export async function* tarBlocks(
	entries: readonly Entry[],
	progress: (percent: number) => void,
): AsyncGenerator<Buffer> {
	const total = Math.max(totalSize(entries), 1);
	let done = 0;
	for (const entry of entries) {
		yield headerOf(entry);
		if (entry.isFolder) continue;
		let size = 0;
		for await (const chunk of createReadStream(entry.path, { highWaterMark: 1 << 18 })) {
			const content: Buffer = chunk;
			size += content.length;
			done += content.length;
			progress((done / total) * 100);
			yield content;
		}
		if (size !== entry.size) throw new Error(`"${entry.name}" changed its size while it was read.`);
		yield Buffer.alloc(padding(size));
	}
	// Two blocks of zeros end an archive.
	yield Buffer.alloc(2 * block);
}

const block = 512;
// Eleven octal digits; more go into an extended header.
const maxSize = 8 ** 11 - 1;

function padding(size: number): number {
	return (block - (size % block)) % block;
}

function headerOf({ name: ownName, size, modified, isFolder, isExecutable }: Entry): Buffer {
	const name = isFolder ? `${ownName}/` : ownName;
	const mode = isFolder || isExecutable ? 0o755 : 0o644;
	const seconds = Math.max(Math.floor(modified.getTime() / 1000), 0);
	const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').slice(0, 100);
	const records = [
		...(plain === name ? [] : [record('path', name)]),
		...(size > maxSize ? [record('size', `${size}`)] : []),
	];
	const own = ustar({
		name: plain,
		mode,
		size: Math.min(size, maxSize),
		seconds,
		type: isFolder ? '5' : '0',
	});
	if (records.length === 0) return own;
	const extended = Buffer.from(records.join(''), 'utf8');
	return Buffer.concat([
		ustar({ name: 'PaxHeader', mode: 0o644, size: extended.length, seconds, type: 'x' }),
		extended,
		Buffer.alloc(padding(extended.length)),
		own,
	]);
}

/** A record of an extended header: its length counts its own digits too. */
function record(key: string, value: string): string {
	const rest = ` ${key}=${value}\n`;
	const bytes = Buffer.byteLength(rest);
	let length = bytes + `${bytes}`.length;
	length = bytes + `${length}`.length;
	return `${length}${rest}`;
}

/** A header block ("ustar Interchange Format"). */
function ustar(file: {
	name: string;
	mode: number;
	size: number;
	seconds: number;
	type: '0' | '5' | 'x';
}): Buffer {
	const header = Buffer.alloc(block);
	header.write(file.name, 0, 'latin1');
	header.write(`${octal(file.mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100, 'latin1');
	header.write(`${octal(file.size, 11)}\0${octal(file.seconds, 11)}\0`, 124, 'latin1');
	// The checksum is counted as if it were spaces.
	header.write(`        ${file.type}`, 148, 'latin1');
	header.write(`ustar\0${'00'}`, 257, 'latin1');
	header.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 329, 'latin1');
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
	return header;
}

function octal(value: number, digits: number): string {
	return value.toString(8).padStart(digits, '0');
}
