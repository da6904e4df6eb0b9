import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Workspace } from './handler.ts';
import { type Limits, shortLived } from './limits.ts';
import type { Mount, Sandbox } from './sandbox.ts';
import { spawnConfined } from './spawn-confined.ts';

/** A program to run for a task, in the task's workspace. */
export interface Program {
	readonly path: string;
	readonly args: readonly string[];
	readonly workspace: Workspace;
	readonly signal: AbortSignal;
	/** Read-only, beside the workspace. */
	readonly mounts?: readonly Mount[];
	readonly env?: Readonly<Record<string, string>>;
	readonly limits?: Limits;
	/** What it reads from stdin; nothing unless given. */
	readonly input?: string | AsyncIterable<Buffer>;
	/** Takes what it writes to stdout, all of it, instead of `Ended.stdout`; fails to stop the program. */
	readonly takeOutput?: (stdout: Readable) => Promise<void>;
	/** Hears what the program says on stdout while it runs. */
	readonly onOutput?: (text: string) => void;
	/** Hears what it says on stderr. */
	readonly onMessage?: (text: string) => void;
}

/** How a program ended. Its outputs are cut after 1 MiB each. */
export interface Ended {
	/** Undefined when a signal ended it. */
	readonly exitCode: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
}

/**
 * Runs a program to its end; when the signal aborts, its whole process tree is killed.
 * @throws the signal's reason.
 */
export async function runProgram(sandbox: Sandbox, program: Program): Promise<Ended> {
	const {
		workspace,
		signal,
		mounts = [],
		limits = shortLived,
		input = '',
		takeOutput,
		onOutput,
		onMessage,
		...command
	} = program;
	signal.throwIfAborted();
	const line = sandbox.confine({
		...command,
		limits,
		mounts: [...workspaceMounts(workspace), ...mounts],
	});
	const { child, kill } = spawnConfined(line);
	signal.addEventListener('abort', kill, { once: true });
	const faults: unknown[] = [];
	const stop = async (fault: unknown) => {
		faults.push(fault);
		child.stdout.resume();
		await kill();
	};
	const [ended, stdout, stderr] = await Promise.all([
		child,
		takeOutput ? '' : head(child.stdout, onOutput),
		head(child.stderr, onMessage),
		takeOutput?.(child.stdout).catch(stop),
		feed(child.stdin, input).catch(stop),
	]).finally(() => signal.removeEventListener('abort', kill));
	signal.throwIfAborted();
	if (faults.length > 0) throw faults[0];
	// A program that cannot be spawned has neither exit code nor signal.
	if (ended.failed && ended.exitCode === undefined && ended.signal === undefined) throw ended.cause;
	return { exitCode: ended.exitCode, stdout, stderr };
}

/** A program that ends before it has read all has its reasons, and tells them by its exit code. */
async function feed(stdin: Writable, input: string | AsyncIterable<Buffer>): Promise<void> {
	const chunks = typeof input === 'string' ? [Buffer.from(input)] : input;
	let fault: unknown;
	async function* watched() {
		try {
			yield* chunks;
		} catch (error) {
			fault = error;
			throw error;
		}
	}
	await pipeline(watched, stdin).catch(() => undefined);
	if (fault) throw fault;
}

/** The three folders of a workspace as programs see them. */
export function workspaceMounts({ input, output, tmp }: Workspace): Mount[] {
	return [
		{ source: input, target: '/input' },
		{ source: output, target: '/output', writable: true },
		{ source: tmp, target: '/tmp', writable: true },
	];
}

const limit = 1024 * 1024;

/** The beginning of what a program says; the rest is read, so that the program goes on, and dropped. */
async function head(stream: Readable, onOutput?: (text: string) => void): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	// A stream that breaks off with its program ends here like one that was closed.
	for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
		onOutput?.(String(chunk));
		const bytes = Buffer.from(chunk).subarray(0, limit - length);
		if (bytes.length) chunks.push(bytes);
		length += bytes.length;
	}
	return Buffer.concat(chunks).toString('utf8');
}
