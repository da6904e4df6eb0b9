import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import type { Workspace } from './handler.ts';
import { workspaceMounts } from './run-program.ts';
import type { Command, Sandbox } from './sandbox.ts';
import { spawnConfined } from './spawn-confined.ts';

const answer = z.object({
	/** `refused` is a file that the engine cannot take; `failed` is anything else that went wrong. */
	status: z.enum(['ready', 'done', 'password-required', 'wrong-password', 'refused', 'failed']),
	/** The engine's own words, for the operator. */
	detail: z.string().max(10_000).default(''),
	/** Bytes of memory in use. */
	memory: z.number().default(0),
	/** What the engine found out beside the files it wrote. */
	facts: z.record(z.string(), z.unknown()).default({}),
});

/** What a worker says when it is ready, and to each request. */
export type Answer = z.output<typeof answer>;

/** A worker ended, or said what it must not, before it answered. */
export class WorkerCrash extends Error {
	override readonly name = 'WorkerCrash';
}

/**
 * A process that stays alive between tasks: it reads a JSON request a line and writes a JSON answer a line, confined to
 * an exchange folder of its own.
 */
export class WarmWorker {
	/** What it sees as `/input`, `/output` and `/tmp`. */
	readonly exchange: Workspace;
	/** Settles when nothing is left of the process. */
	readonly ended: Promise<void>;
	uses = 0;
	readonly #child;
	readonly #kill: () => Promise<void>;
	#buffered = '';
	#waiting: PromiseWithResolvers<Answer> | undefined;
	#crash: WorkerCrash | undefined;

	/** Starts a worker and waits until it is ready. @throws WorkerCrash when it does not become ready. */
	static async start(sandbox: Sandbox, command: Command, folder: string): Promise<WarmWorker> {
		const root = path.join(folder, randomUUID());
		const exchange = {
			root,
			input: path.join(root, 'input'),
			output: path.join(root, 'output'),
			tmp: path.join(root, 'tmp'),
		};
		for (const name of [exchange.input, exchange.output, exchange.tmp])
			await mkdir(name, { recursive: true });
		const worker = new WarmWorker(sandbox, command, exchange);
		try {
			await worker.#answer(AbortSignal.timeout(60_000));
			return worker;
		} catch (error) {
			await worker.stop();
			throw new WorkerCrash('It did not become ready.', { cause: error });
		}
	}

	private constructor(sandbox: Sandbox, command: Command, exchange: Workspace) {
		this.exchange = exchange;
		const mounts = [...workspaceMounts(exchange), ...command.mounts];
		const line = sandbox.confine({ ...command, mounts });
		const { child, kill } = spawnConfined(line);
		this.#child = child;
		this.#kill = kill;
		child.stderr.resume();
		this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
		// A request to a worker that has just died fails through its end.
		this.#child.stdin.on('error', () => undefined);
		this.ended = this.#end();
	}

	get alive(): boolean {
		return this.#crash === undefined;
	}

	/**
	 * Sends a request and waits for its answer; when the signal aborts, the worker is killed.
	 * @throws WorkerCrash, or the signal's reason.
	 */
	async request(message: object, signal: AbortSignal): Promise<Answer> {
		this.uses++;
		this.#child.stdin.write(`${JSON.stringify(message)}\n`);
		return this.#answer(signal);
	}

	/** Kills it and removes its exchange folder. */
	async stop(): Promise<void> {
		this.#fail(new WorkerCrash('It was stopped.'));
		await this.ended;
		// Without a sandbox what it started may end a moment later, and still write.
		await rm(this.exchange.root, { recursive: true, force: true, maxRetries: 10 });
	}

	async #answer(signal: AbortSignal): Promise<Answer> {
		if (this.#crash) throw this.#crash;
		const waiting = Promise.withResolvers<Answer>();
		this.#waiting = waiting;
		const abort = () => this.#fail(signal.reason);
		signal.addEventListener('abort', abort, { once: true });
		try {
			if (signal.aborted) abort();
			return await waiting.promise;
		} finally {
			signal.removeEventListener('abort', abort);
		}
	}

	#read(text: string): void {
		this.#buffered += text;
		if (this.#buffered.length > 1024 * 1024) this.#fail(new WorkerCrash('It talks too much.'));
		for (let end = this.#buffered.indexOf('\n'); end >= 0; end = this.#buffered.indexOf('\n')) {
			const line = this.#buffered.slice(0, end);
			this.#buffered = this.#buffered.slice(end + 1);
			const parsed = answer.safeParse(parseJson(line));
			if (!parsed.success) {
				this.#fail(new WorkerCrash('It answered nonsense.'));
				return;
			}
			this.#waiting?.resolve(parsed.data);
			this.#waiting = undefined;
		}
	}

	#fail(reason: unknown): void {
		this.#crash ??= new WorkerCrash('It ended.', { cause: reason });
		this.#waiting?.reject(reason);
		this.#waiting = undefined;
		void this.#kill();
	}

	async #end(): Promise<void> {
		const { exitCode, signal } = await this.#child;
		this.#fail(new WorkerCrash(`It ended with exit code ${exitCode}, signal ${signal}.`));
	}
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
