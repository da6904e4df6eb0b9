import { readdir, readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';

const pageSize = 4096;

/** Bytes that a page may make its browser hold. */
const most = 4 * 1024 ** 3;

/** Resolves when the processes of this sandbox hold more than a page may need; looks until the signal aborts. */
export async function watchMemory(signal: AbortSignal): Promise<void> {
	for await (const _ of setInterval(500, undefined, { signal }))
		if ((await readMemory()) > most) return;
}

/** Bytes that the processes of this sandbox hold for themselves: the browser, its pages and this one. */
export async function readMemory(): Promise<number> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const sizes = await Promise.all(pids.map(ownMemory));
	return sizes.reduce((sum, size) => sum + size, 0);
}

async function ownMemory(pid: string): Promise<number> {
	// A process may end while it is looked at.
	const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
	const [, resident = 0, shared = 0] = text.split(' ').map(Number);
	return (resident - shared) * pageSize;
}
