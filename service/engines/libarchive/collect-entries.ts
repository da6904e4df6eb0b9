import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { uniqueFilenames } from '../../files/clean-filename.ts';
import type { Entry } from '../archivetool/entries.ts';
import { cleanPath, isEscape } from './clean-path.ts';
import type { UnpackMeter } from './limits.ts';
import type { FoundEntry, Reading } from './reader.ts';

/**
 * Keeps the files and folders that a reader finds, under clean names, and follows no link. `folder` is where their
 * content goes, under numbers.
 */
export function collectEntries(folder: string, meter: UnpackMeter) {
	const entries: Entry[] = [];
	const byFoundName = new Map<string, Entry>();
	const folders = new Set<string>();
	const namesIn = new Map<string, (name: string) => string>();
	const leftOut: string[] = [];
	const moved: string[] = [];

	const receive: Reading['receive'] = async (found, fill) => {
		meter.add({ entries: 1 });
		const segments = cleanPath(found.name);
		if (segments.length === 0) return;
		// A hard link repeats a file of the same archive, which is as good as having it twice.
		const original = found.kind === 'hardlink' ? byFoundName.get(found.linkTo ?? '') : undefined;
		if (found.kind !== 'file' && found.kind !== 'folder' && !original) {
			leftOut.push(found.name);
			return;
		}
		if (isEscape(found.name)) moved.push(found.name);
		if (found.kind === 'folder') addFolder(segments, found);
		else await addFile(segments, found, original, fill);
	};
	return { receive, entries, leftOut, moved };

	function addFolder(segments: readonly string[], { modified }: FoundEntry): void {
		const name = segments.join('/');
		if (folders.has(name)) return;
		folders.add(name);
		entries.push({ name, path: '', size: 0, modified, isFolder: true });
	}

	async function addFile(
		segments: readonly string[],
		found: FoundEntry,
		original: Entry | undefined,
		fill: (path: string) => Promise<void>,
	): Promise<void> {
		const file = path.join(folder, `${entries.length}`);
		if (original) {
			meter.add({ bytes: original.size });
			await copyFile(original.path, file);
		} else await fill(file);
		const { size } = await stat(file);
		const { modified, isExecutable } = found;
		const entry = { name: unique(segments), path: file, size, modified, isExecutable };
		entries.push(entry);
		byFoundName.set(found.name, entry);
	}

	/** A name that an archive has twice is that of two files. */
	function unique(segments: readonly string[]): string {
		const parent = segments.slice(0, -1).join('/');
		const choose = namesIn.get(parent) ?? uniqueFilenames();
		namesIn.set(parent, choose);
		return path.posix.join(parent, choose(segments.at(-1) ?? ''));
	}
}
