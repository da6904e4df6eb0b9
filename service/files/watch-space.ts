import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks every second how much disk some folders take, until `signal` aborts; calls `onExceeded` once when it is more
 * than `maxBytes`.
 */
export async function watchSpace(
	folders: readonly string[],
	maxBytes: number,
	signal: AbortSignal,
	onExceeded: () => void,
): Promise<void> {
	let pause = 1000;
	while (!signal.aborted) {
		await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
		if (signal.aborted) return;
		const started = performance.now();
		const taken = await spaceOf(folders, maxBytes);
		if (signal.aborted) return;
		if (taken > maxBytes) {
			onExceeded();
			return;
		}
		// Where there are so many files that looking takes long, it is done less often.
		pause = Math.max(1000, 20 * (performance.now() - started));
	}
}

/** Bytes on disk below some folders; it stops counting when it is more than `enough`. */
export async function spaceOf(folders: readonly string[], enough: number): Promise<number> {
	let total = 0;
	const rest = [...folders];
	for (let folder = rest.pop(); folder !== undefined && total <= enough; folder = rest.pop()) {
		// What is there may be gone the next moment: the task goes on meanwhile.
		for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
			const file = path.join(folder, entry.name);
			if (entry.isDirectory()) rest.push(file);
			// Blocks of 512 bytes, whatever the file system has (stat(2)): a file may claim what it does not take.
			else total += ((await lstat(file).catch(() => undefined))?.blocks ?? 0) * 512;
			if (total > enough) break;
		}
	}
	return total;
}
