import { bubblewrap, plainProcesses, type Sandbox } from './sandbox.ts';
import { spawnConfined } from './spawn-confined.ts';

/** Finds out whether bubblewrap works on this machine; in containers the kernel often forbids what it needs. */
export async function detectSandbox(): Promise<Sandbox> {
	const { child, kill } = spawnConfined(
		bubblewrap.confine({ path: '/usr/bin/true', args: [], mounts: [] }),
	);
	const timer = setTimeout(kill, 10_000);
	let said = '';
	child.stdout.resume();
	child.stderr.on('data', (text) => {
		said += text;
	});
	const { failed, code } = await child;
	clearTimeout(timer);
	if (!failed) return bubblewrap;
	if (code === 'ENOENT') return plainProcesses('bubblewrap is not installed');
	return plainProcesses(`bubblewrap cannot make a sandbox here: ${said.trim().slice(0, 200)}`);
}
