import { readdirSync, readFileSync } from 'node:fs';

/** What a run in a host took. */
export interface Measured {
	readonly way: string;
	/** Megabytes by which the memory of the host grew at its highest. */
	readonly grown: number;
	readonly seconds: number;
	/** Why it did not end well. */
	readonly failure?: string;
}

/** Does `work`, and tells by how much a process and its children grew meanwhile. */
export async function watchMemory(
	way: string,
	pid: number,
	work: () => Promise<unknown>,
): Promise<Measured> {
	const before = residentMegabytes(pid);
	let highest = before;
	const timer = setInterval(() => {
		highest = Math.max(highest, residentMegabytes(pid));
	}, 100);
	const begun = performance.now();
	const failure = await work().then(
		() => undefined,
		(error: unknown) => String(error),
	);
	clearInterval(timer);
	const seconds = (performance.now() - begun) / 1000;
	return { way, grown: highest - before, seconds, failure };
}

/** Memory of a process and of all below it (proc(5), VmRSS). */
function residentMegabytes(pid: number): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
		const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
			readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
		);
		const below = children.map((child) => residentMegabytes(Number(child)));
		return below.reduce((sum, one) => sum + one, (kilobytes * 1024) / 1e6);
	} catch {
		// It ended while it was looked at.
		return 0;
	}
}
