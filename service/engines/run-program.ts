import type { Readable } from 'node:stream';
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
	child.stdin.end();
	signal.addEventListener('abort', kill, { once: true });
	const [ended, stdout, stderr] = await Promise.all([
		child,
		head(child.stdout, onOutput),
		head(child.stderr, onMessage),
	]).finally(() => signal.removeEventListener('abort', kill));
	signal.throwIfAborted();
	// A program that cannot be spawned has neither exit code nor signal.
	if (ended.failed && ended.exitCode === undefined && ended.signal === undefined) throw ended.cause;
	return { exitCode: ended.exitCode, stdout, stderr };
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
