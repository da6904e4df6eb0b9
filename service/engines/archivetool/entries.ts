import { stat } from 'node:fs/promises';
import path from 'node:path';
import { uniqueFilenames } from '../../files/clean-filename.ts';
import type { FilesTask } from '../file-task.ts';

/** A file as it goes into an archive. */
export interface Entry {
	/** Unique in its archive; folders are parted by slashes. */
	readonly name: string;
	/** Where its content lies; a folder has none. */
	readonly path: string;
	readonly isFolder?: boolean;
	/** Whether it is a program, as Unix marks them. */
	readonly isExecutable?: boolean;
	/** Bytes. */
	readonly size: number;
	/** When the service got or made it. */
	readonly modified: Date;
}

/** The inputs of a task in their order, equal names told apart: `report.pdf`, `report-2.pdf`. */
export async function listEntries({ inputs }: Pick<FilesTask, 'inputs'>): Promise<Entry[]> {
	const names = entryNames(inputs);
	const entries: Entry[] = [];
	for (const [index, { filename, path: file }] of inputs.entries()) {
		const { size, mtime } = await stat(file);
		entries.push({ name: names[index] ?? filename, path: file, size, modified: mtime });
	}
	return entries;
}

/** The names of files inside an archive: in the folders that they came from, equal names in one folder told apart. */
export function entryNames(
	files: readonly { readonly filename: string; readonly dir?: string | undefined }[],
): string[] {
	const namers = new Map<string, (name: string) => string>();
	const namerOf = (folder: string) => {
		const namer = namers.get(folder) ?? uniqueFilenames();
		namers.set(folder, namer);
		return namer;
	};
	// A folder keeps its name; a file beside it that has the same gets another.
	for (const folder of foldersOf(files)) namerOf(parentOf(folder))(path.posix.basename(folder));
	return files.map(({ filename, dir = '' }) => path.posix.join(dir, namerOf(dir)(filename)));
}

function foldersOf(files: readonly { readonly dir?: string | undefined }[]): Set<string> {
	const folders = new Set<string>();
	for (const { dir = '' } of files)
		for (let folder = dir; folder !== '' && !folders.has(folder); folder = parentOf(folder))
			folders.add(folder);
	return folders;
}

function parentOf(folder: string): string {
	return folder.includes('/') ? path.posix.dirname(folder) : '';
}

/** Bytes of all entries together. */
export function totalSize(entries: readonly Entry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}
