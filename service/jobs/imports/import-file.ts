import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { fitsWildcards } from '../../engines/command/expand-wildcards.ts';
import { InvalidOptionError } from '../../errors.ts';
import { cleanFilename, uniqueFilenames } from '../../files/clean-filename.ts';
import { openFile, openFolder } from '../../files/file-roots.ts';
import { receiveFile } from '../../files/receive-file.ts';

const mostFiles = 1000;

/** Copies files of the service's own disk into a folder, by stream. */
export async function importFile(
	params: Params<'import/file'>,
	task: {
		readonly roots: readonly string[];
		readonly directory: string;
		readonly signal: AbortSignal;
		readonly maxBytes: number;
	},
): Promise<{ filename: string; path: string }[]> {
	const folder = await openFolder(task.roots, path.dirname(params.path));
	const names = await namesOf(folder, params.path);
	const unique = uniqueFilenames();
	const files: { filename: string; path: string }[] = [];
	for (const name of names) {
		task.signal.throwIfAborted();
		const handle = await openFile(folder, name);
		const wanted = names.length === 1 ? (params.filename ?? name) : name;
		const filename = unique(cleanFilename(wanted) ?? 'file');
		const target = path.join(task.directory, filename);
		const content = handle.createReadStream({ highWaterMark: 1 << 20, signal: task.signal });
		await receiveFile(content, target, { maxBytes: task.maxBytes });
		files.push({ filename, path: target });
	}
	return files;
}

/** The names that a path means: its own, or those of files that fit its wildcards, in the order of the alphabet. */
async function namesOf(folder: string, wanted: string): Promise<string[]> {
	const pattern = path.basename(wanted);
	if (!/[*?]/.test(pattern)) return [pattern];
	const entries = await fs.readdir(folder, { withFileTypes: true });
	const names = entries
		.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
		.map(({ name }) => name)
		.filter((name) => fitsWildcards(name, pattern))
		.toSorted();
	if (names.length === 0) throw new InvalidOptionError('path', wanted, 'no file fits it');
	if (names.length > mostFiles)
		throw new InvalidOptionError(
			'path',
			wanted,
			`${names.length} files fit it, and one task takes at most ${mostFiles}`,
		);
	return names;
}
