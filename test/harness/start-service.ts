import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../service/bin/filemill.mjs', import.meta.url));

/** A real service in a process of its own, on a free port and, unless told otherwise, a new data folder. */
export interface TestService {
	readonly url: string;
	/** Where requests are synchronous, when it has FILEMILL_SYNC_PORT. */
	readonly syncUrl: string;
	readonly apiKey: string;
	/** Its data folder. */
	readonly data: string;
	readonly pid: number | undefined;
	/** What it has written to standard error. */
	readonly log: () => string;
	/** Stops it and removes its data folder. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash would, and keeps its data folder. */
	kill(): Promise<void>;
	/** Ends it with SIGTERM, keeps its data folder, and resolves with the exit code. */
	terminate(): Promise<number | null>;
}

/** Starts `filemill serve` and resolves when it says that it is ready. */
export async function startService(
	environment: Readonly<Record<string, string>> = {},
	program = bin,
): Promise<TestService> {
	const data = environment.FILEMILL_DATA ?? mkdtempSync(path.join(tmpdir(), 'filemill-test-'));
	const apiKey = environment.FILEMILL_API_KEY ?? 'test-key-0123456789';
	const child = spawn(process.execPath, [program, 'serve'], {
		env: {
			PATH: process.env.PATH,
			FILEMILL_PORT: '0',
			FILEMILL_API_KEY: apiKey,
			FILEMILL_DATA: data,
			FILEMILL_LOG_LEVEL: 'error',
			...environment,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let log = '';
	child.stderr.on('data', (chunk) => {
		log += chunk;
	});
	const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode === null && child.signalCode === null) child.kill(signal);
		return ended;
	};
	const { url, syncUrl } = await readiness(child).catch(async (error) => {
		await end('SIGKILL');
		throw new Error(`${error}\n${log}`);
	});
	return {
		url,
		syncUrl,
		apiKey,
		data,
		pid: child.pid,
		log: () => log,
		async stop() {
			await end('SIGTERM');
			rmSync(data, { recursive: true, force: true });
		},
		async kill() {
			await end('SIGKILL');
		},
		terminate: () => end('SIGTERM'),
	};
}

function readiness(child: ChildProcess): Promise<{ url: string; syncUrl: string }> {
	let syncUrl = '';
	return new Promise((resolve, reject) => {
		child.on('exit', (code) =>
			reject(new Error(`The service ended with ${code} before it was ready.`)),
		);
		if (!child.stdout) return;
		createInterface({ input: child.stdout }).on('line', (line) => {
			const url = /^Filemill is ready at (\S+)$/.exec(line)?.[1];
			syncUrl = /^Requests are answered synchronously at (\S+)$/.exec(line)?.[1] ?? syncUrl;
			if (url) resolve({ url, syncUrl });
		});
	});
}
