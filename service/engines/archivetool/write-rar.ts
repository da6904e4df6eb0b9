import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Entry } from './entries.ts';
import { totalSize } from './entries.ts';
import type { ArchiveTarget } from './write-zip.ts';

/**
 * Packs files in a RAR 5.0 archive without compressing them, as they are read.
 * Source: the published technical note "RAR 5.0 archive format", whose sections are named below.
 */
export async function writeRar(
	entries: readonly Entry[],
	{ output, signal, progress }: ArchiveTarget,
): Promise<void> {
	const total = Math.max(totalSize(entries), 1);
	const archive = await open(output, 'wx');
	try {
		let position = await writeAt(archive, 0, Buffer.concat([signature, mainHeader]));
		let done = 0;
		for (const entry of entries) {
			const start = position;
			// The checksum is known only after the content, and takes as many bytes whatever it is.
			position = await writeAt(archive, start, fileHeader(entry, 0));
			let checksum = 0;
			if (entry.isFolder) continue;
			let left = entry.size;
			for await (const chunk of createReadStream(entry.path, { highWaterMark: 1 << 20, signal })) {
				const content: Buffer = chunk;
				checksum = crc32(content, checksum);
				position = await writeAt(archive, position, content);
				left -= content.length;
				done += content.length;
				progress((done / total) * 100);
			}
			if (left !== 0) throw new Error(`"${entry.name}" changed its size while it was read.`);
			await writeAt(archive, start, fileHeader(entry, checksum));
		}
		await writeAt(archive, position, endHeader);
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		await archive.close();
	}
}

async function writeAt(file: FileHandle, position: number, bytes: Buffer): Promise<number> {
	let written = 0;
	while (written < bytes.length)
		written += (await file.write(bytes, written, bytes.length - written, position + written))
			.bytesWritten;
	return position + bytes.length;
}

// "RAR 5.0 signature".
const signature = Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]);

// "Main archive header": type 1, no header flags, no archive flags.
const mainHeader = header(vint(1), vint(0), vint(0));

// "End of archive header": type 5, no header flags, not a volume.
const endHeader = header(vint(5), vint(0), vint(0));

/** "File header": what an entry is, followed in the archive by its content. */
function fileHeader(
	{ name, size, modified, isFolder, isExecutable }: Entry,
	checksum: number,
): Buffer {
	const mode = isExecutable ? 0o100755 : 0o100644;
	const utf8 = Buffer.from(name, 'utf8');
	return header(
		vint(2),
		// A data area follows.
		vint(0x0002),
		vint(size),
		// A time and a checksum are given; it may be a directory.
		vint(isFolder ? 0x0001 | 0x0002 | 0x0004 : 0x0002 | 0x0004),
		vint(size),
		// What Unix says of a folder, or of a file that its owner may change and others may read.
		vint(isFolder ? 0o040755 : mode),
		uint32(Math.floor(modified.getTime() / 1000)),
		uint32(checksum),
		// "Compression information": version 0, method 0, which stores.
		vint(0),
		// Host OS: Unix.
		vint(1),
		vint(utf8.length),
		utf8,
	);
}

/** "General archive block format": checksum, size and fields of a header. */
function header(...fields: readonly Buffer[]): Buffer {
	const body = Buffer.concat(fields);
	const sized = Buffer.concat([vint(body.length), body]);
	return Buffer.concat([uint32(crc32(sized)), sized]);
}

/** "Data types", vint: seven bits a byte, the lowest first; the eighth says that more follow. */
function vint(value: number): Buffer {
	const bytes: number[] = [];
	// Not by shifts: they cut a number at 32 bits.
	for (let rest = value; ; rest = Math.floor(rest / 128)) {
		if (rest < 128) return Buffer.from([...bytes, rest]);
		bytes.push((rest % 128) | 128);
	}
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}
