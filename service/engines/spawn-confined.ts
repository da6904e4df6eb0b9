import type { Readable } from 'node:stream';
import { execa } from 'execa';
import type { CommandLine } from './sandbox.ts';

/**
 * Spawns a confined command line; `kill` ends its whole process tree. Its output must be read.
 * Ending the first process inside the sandbox, not bubblewrap outside, lets bubblewrap collect what it started:
 * otherwise each kill would leave a zombie to whatever runs as process 1, in a container often the service itself.
 */
export function spawnConfined(line: CommandLine) {
	const child = execa(line.file, line.args, {
		env: line.env,
		cwd: line.cwd,
		extendEnv: false,
		stdio: ['pipe', 'pipe', 'pipe', line.reportsPid ? 'pipe' : 'ignore'],
		buffer: false,
		reject: false,
		killDescendants: true,
		killSignal: 'SIGKILL',
	});
	const report = line.reportsPid ? child.readable({ from: 'fd3' }) : undefined;
	const inner = readPid(report);
	let ended = false;
	child.finally(() => {
		ended = true;
	});
	return {
		child,
		kill: async () => {
			const pid = await inner;
			if (ended) return;
			if (pid === undefined || !killPid(pid)) child.kill('SIGKILL');
		},
	};
}

/**
 * The process that bubblewrap says it started; undefined where there is none. Only the first that is written counts:
 * the program inside inherits the pipe, and is let go after bubblewrap has written.
 */
function readPid(report: Readable | undefined): Promise<number | undefined> {
	const { promise, resolve } = Promise.withResolvers<number | undefined>();
	if (!report) return Promise.resolve(undefined);
	let text = '';
	report.on('data', (chunk) => {
		if (text.length < 1000) text += chunk;
		const pid = /"child-pid": (\d+)\D/.exec(text)?.[1];
		if (pid) resolve(Number(pid));
	});
	// It ended before it could say.
	for (const event of ['end', 'error', 'close']) report.on(event, () => resolve(undefined));
	return promise;
}

function killPid(pid: number): boolean {
	try {
		return process.kill(pid, 'SIGKILL');
	} catch {
		return false;
	}
}
