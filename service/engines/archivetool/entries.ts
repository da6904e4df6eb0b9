import { stat } from 'node:fs/promises';
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
	const unique = uniqueFilenames();
	const entries: Entry[] = [];
	for (const { filename, path } of inputs) {
		const { size, mtime } = await stat(path);
		entries.push({ name: unique(filename), path, size, modified: mtime });
	}
	return entries;
}

/** Bytes of all entries together. */
export function totalSize(entries: readonly Entry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}
