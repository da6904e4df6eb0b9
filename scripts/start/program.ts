import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { places } from './places.ts';

/** What keeps `npm start` from its end, in a sentence for the person at the terminal. */
export class StartError extends Error {
	override readonly name = 'StartError';
}

/** A program that runs beside this one, its output kept in a log file. */
export interface Program {
	/** The match of the first line of standard output that fits. */
	line(pattern: RegExp, seconds: number): Promise<RegExpExecArray>;
	/** Rejects when the program ends by itself. */
	readonly broken: Promise<never>;
	/** Ends the program and what it started. */
	stop(): Promise<void>;
}

const secondsToStop = 20;

/** Starts a program of Node; `title` names it in messages and its log. */
export function startProgram(
	title: string,
	args: readonly string[],
	environment: Readonly<Record<string, string>>,
): Program {
	const log = path.join(places.state, `${title.toLowerCase().replaceAll(' ', '-')}.log`);
	const child = spawn(process.execPath, args, {
		cwd: places.root,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A group of its own: Ctrl-C reaches this process alone, which then ends the program in an orderly way.
		detached: true,
	});
	// The service tells a new API key at its first start.
	const output = createWriteStream(log, { mode: 0o600 });
	child.stdout.pipe(output, { end: false });
	child.stderr.pipe(output, { end: false });
	const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
	const broken = ended.then((): never => {
		throw new StartError(`${title} has ended. Its last words (${log}):\n\n${lastLines(log)}`);
	});
	// Whoever waits gets the reason; that nobody waits any more is no fault.
	broken.catch(() => {});

	return {
		broken,
		line: (pattern, seconds) =>
			Promise.race([broken, findLine(child, pattern, seconds, `${title} (log: ${log})`)]),
		async stop() {
			child.kill('SIGTERM');
			const timer = setTimeout(() => killGroup(child), secondsToStop * 1000);
			await ended;
			clearTimeout(timer);
			killGroup(child);
		},
	};
}

function findLine(
	{ stdout }: ChildProcess,
	pattern: RegExp,
	seconds: number,
	title: string,
): Promise<RegExpExecArray> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new StartError(`${title} was not ready within ${seconds} seconds.`)),
			seconds * 1000,
		);
		if (!stdout) return;
		createInterface({ input: stdout }).on('line', (line) => {
			const match = pattern.exec(line);
			if (!match) return;
			clearTimeout(timer);
			resolve(match);
		});
	});
}

function killGroup({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch {
		// Nothing of the group is left.
	}
}

function lastLines(log: string): string {
	return readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n');
}
