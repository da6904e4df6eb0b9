import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { InvalidFileError } from '../../errors.ts';
import type { SourceFile } from '../file-task.ts';

const signature = Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]);

/**
 * Checks that a RAR 5.0 archive has its end: libarchive takes one that was cut between two files for a whole one.
 * Source: the technical note "RAR 5.0 archive format", "End of archive header".
 * @throws InvalidFileError when it has not, or the end says that further parts follow.
 */
export async function checkRarEnd({ path, filename, size }: SourceFile): Promise<void> {
	const file = await open(path);
	try {
		const head = await file.read(Buffer.alloc(signature.length), 0, signature.length, 0);
		if (!head.buffer.equals(signature)) return;
		const length = Math.min(size, 65_536);
		const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
		const end = findEnd(buffer);
		if (end === undefined)
			throw new InvalidFileError(filename, 'is incomplete: it ends before its end.');
		if (end.hasMore)
			throw new InvalidFileError(
				filename,
				'is one part of an archive in several files; pack it as one archive.',
			);
	} finally {
		await file.close();
	}
}

/** The header is its checksum, its size (3), its type (5), flags of headers, and whether another volume follows. */
function findEnd(tail: Buffer): { readonly hasMore: boolean } | undefined {
	for (let at = tail.length - 8; at >= 0; at--) {
		if (tail[at + 4] !== 3 || tail[at + 5] !== 5) continue;
		if (crc32(tail.subarray(at + 4, at + 8)) === tail.readUInt32LE(at))
			return { hasMore: tail[at + 7] === 1 };
	}
	return undefined;
}
