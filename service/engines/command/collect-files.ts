import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { InvalidOptionError } from '../../errors.ts';
import { cleanFilename } from '../../files/clean-filename.ts';
import type { OutputFile } from '../handler.ts';

const maxFiles = 10_000;

/** The regular files that a command wrote below a folder, in the order in which people count; links are passed over. */
export async function collectFiles(folder: string): Promise<OutputFile[]> {
	const found = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = found.filter((entry) => entry.isFile());
	if (files.length > maxFiles)
		throw new InvalidOptionError(
			'arguments',
			`a command that writes ${files.length} files`,
			`a task may make at most ${maxFiles}`,
		);
	const order = new Intl.Collator('en', { numeric: true });
	return files
		.map(({ name, parentPath }) => ({
			filename: cleanFilename(name) ?? 'file',
			path: path.join(parentPath, name),
		}))
		.sort((a, b) => order.compare(a.path, b.path));
}
