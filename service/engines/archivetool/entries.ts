import { stat } from 'node:fs/promises';
import { uniqueFilename } from '../../files/clean-filename.ts';
import type { FilesTask } from '../file-task.ts';

/** A file as it goes into an archive. */
export interface Entry {
	/** Unique in its archive. */
	readonly name: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** When the service got or made it. */
	readonly modified: Date;
}

/** The inputs of a task in their order, equal names told apart: `report.pdf`, `report-2.pdf`. */
export async function listEntries({ inputs }: Pick<FilesTask, 'inputs'>): Promise<Entry[]> {
	const names = new Set<string>();
	const entries: Entry[] = [];
	for (const { filename, path } of inputs) {
		const name = uniqueFilename(filename, names);
		names.add(name);
		const { size, mtime } = await stat(path);
		entries.push({ name, path, size, modified: mtime });
	}
	return entries;
}

/** Bytes of all entries together. */
export function totalSize(entries: readonly Entry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}
