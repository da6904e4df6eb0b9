import { open } from 'node:fs/promises';
import type { SourceFile } from '../file-task.ts';

/** Books in the databases of Palm, in which each record has its place told at the beginning. */
const palm = new Set(['azw', 'azw3', 'mobi', 'pdb', 'prc']);

/** Whether a book ends before its last record, which calibre passes over in silence. */
export async function isCutOff({ path, format, size }: SourceFile): Promise<boolean> {
	if (!palm.has(format)) return false;
	const handle = await open(path);
	try {
		const { buffer: head } = await handle.read(Buffer.alloc(78), 0, 78, 0);
		const count = head.readUInt16BE(76);
		if (count === 0) return true;
		const { buffer: last } = await handle.read(Buffer.alloc(4), 0, 4, 78 + (count - 1) * 8);
		return last.readUInt32BE(0) >= size;
	} finally {
		await handle.close();
	}
}
