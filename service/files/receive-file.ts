import * as fs from 'node:fs/promises';
import { FileTooLargeError } from './errors.ts';

/**
 * Writes a stream to a new file and answers its bytes; nothing is left of it when that fails.
 * @throws FileTooLargeError, or what the stream throws
 */
export async function receiveFile(
	chunks: AsyncIterable<Uint8Array>,
	path: string,
	{ maxBytes, onBytes }: { maxBytes: number; onBytes?: (received: number) => void },
): Promise<number> {
	// "wx" neither follows a link nor overwrites.
	const file = await fs.open(path, 'wx', 0o600);
	let size = 0;
	try {
		for await (const chunk of chunks) {
			size += chunk.byteLength;
			if (size > maxBytes) throw new FileTooLargeError(maxBytes);
			await file.writeFile(chunk);
			onBytes?.(size);
		}
		await file.close();
		return size;
	} catch (error) {
		await file.close();
		await fs.rm(path, { force: true });
		throw error;
	}
}
