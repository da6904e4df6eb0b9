import path from 'node:path';
import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import { cleanFilename } from '../../files/clean-filename.ts';
import { type Entry, totalSize } from '../archivetool/entries.ts';
import { fitsWildcards } from '../command/expand-wildcards.ts';
import type { FileHandler } from '../file-task.ts';
import { type Unpacking, unpack } from './unpack.ts';

// Each becomes a file of the service.
const maxEntries = 10_000;

/** Takes the files out of an archive. */
export const extractArchive =
	(unpacking: Unpacking): FileHandler<'archive/extract'> =>
	async (params, task) => {
		const entries = await unpack(unpacking, task, { password: params.password, maxEntries });
		const files = entries.filter(({ isFolder }) => !isFolder);
		const chosen = choose(files, params);
		return {
			files: chosen.map(({ name, path: content }) => {
				const { base, dir } = path.posix.parse(name);
				return { filename: cleanFilename(base) ?? 'file', path: content, ...(dir && { dir }) };
			}),
			facts: {
				entries: entries.length,
				bytes_in: task.input.size,
				bytes_out: totalSize(chosen),
				// The interface has the list even where it is empty.
				...(chosen.length === 0 && { files: [] }),
			},
		};
	};

function choose(
	files: readonly Entry[],
	{ files: wanted }: Params<'archive/extract'>,
): readonly Entry[] {
	if (wanted === undefined) return files;
	const patterns = wanted.split(',').map((pattern) => pattern.trim());
	const chosen = files.filter(({ name }) => patterns.some((pattern) => fits(name, pattern)));
	if (chosen.length > 0) return chosen;
	const names = files.slice(0, 5).map(({ name }) => `"${name}"`);
	throw new InvalidOptionError(
		'files',
		wanted,
		`the archive has ${names.join(', ')}${files.length > 5 ? ' …' : ''}`,
	);
}

/** A pattern without a slash is for names in any folder. */
function fits(name: string, pattern: string): boolean {
	return fitsWildcards(pattern.includes('/') ? name : path.posix.basename(name), pattern);
}
