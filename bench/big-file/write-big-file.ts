import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Writes a file that no archive makes smaller. */
export async function writeBigFile(file: string, mebibytes: number): Promise<void> {
	const handle = await open(file, 'wx');
	for (let written = 0; written < mebibytes; written += 16)
		await handle.writeFile(randomBytes(Math.min(16, mebibytes - written) * 1024 ** 2));
	await handle.close();
}
