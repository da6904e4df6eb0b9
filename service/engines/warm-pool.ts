import { constants } from 'node:fs';
import { copyFile, lstat, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { EngineError } from '../errors.ts';
import { workspaceMounts } from './run-program.ts';
import type { Command, Sandbox } from './sandbox.ts';
import { type Answer, WarmWorker, WorkerCrash } from './warm-worker.ts';

/** Work for a warm worker: a file to give to it, a request, and a folder for what it makes. */
export interface WarmJob {
	/** None where it works on no file. */
	readonly input?: string;
	/** Further files that it reads. */
	readonly more?: readonly string[];
	readonly output: string;
	readonly signal: AbortSignal;
	/** The request, with paths as the worker sees them: the input file (or ""), its output folder, the further files. */
	request(input: string, output: string, more: readonly string[]): object;
}

/** What a pool is made of. */
export interface PoolOptions {
	readonly engine: string;
	readonly sandbox: Sandbox;
	/** The worker; its exchange folder is added to the mounts. */
	readonly command: Command;
	/** Where exchange folders are made; on the file system of the workspaces, so that results need not be copied. */
	readonly folder: string;
	readonly size: number;
	/** Tasks after which a worker retires; 200 unless told otherwise. */
	readonly maxUses?: number;
	readonly log: Pick<Logger, 'warn' | 'debug'>;
}

/** A worker retires after so many tasks, or when it holds so much memory; both as measured on LibreOffice. */
const mostUses = 200;
const maxMemory = 800 * 1024 * 1024;

interface Waiter {
	readonly resolve: (worker: WarmWorker) => void;
	readonly reject: (reason: unknown) => void;
}

/** Workers that stay warm: started when first needed, one task at a time each, replaced in the background. */
export class WarmPool {
	readonly #options: PoolOptions;
	readonly #workers = new Set<WarmWorker>();
	readonly #idle: WarmWorker[] = [];
	readonly #waiters = new Set<Waiter>();
	readonly #starting = new Set<Promise<void>>();
	readonly #stopping = new Set<Promise<void>>();
	#closed = false;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	/**
	 * Runs a job on the next free worker. A crash is tried once more on a fresh worker.
	 * @throws EngineError when the worker does not start or crashes again, or the signal's reason.
	 */
	async run(job: WarmJob): Promise<Answer> {
		for (let retries = 1; ; retries--) {
			const worker = await this.#acquire(job.signal);
			try {
				return await this.#serve(worker, job);
			} catch (error) {
				if (!(error instanceof WorkerCrash)) throw error;
				if (retries > 0 && !this.#closed) continue;
				const name = job.input ? ` on "${path.basename(job.input)}"` : '';
				throw new EngineError(this.#options.engine, `crashed twice${name}.`, {
					code: 'ENGINE_CRASHED',
					cause: error,
				});
			}
		}
	}

	/** Ends all workers, also those at work. */
	async close(): Promise<void> {
		this.#closed = true;
		for (const waiter of this.#waiters) waiter.reject(this.#failure('is shutting down.'));
		this.#waiters.clear();
		await Promise.all(this.#starting);
		for (const worker of this.#workers) this.#stop(worker);
		await Promise.all(this.#stopping);
	}

	async #serve(worker: WarmWorker, job: WarmJob): Promise<Answer> {
		const { input, more = [], output, signal, request } = job;
		const { exchange } = worker;
		let reusable = false;
		try {
			const copy = input ? path.join(exchange.input, path.basename(input)) : '';
			// No clean name begins with a dot.
			const copies: string[] = [];
			if (input) await copyFile(input, copy, constants.COPYFILE_FICLONE);
			for (const [index, file] of more.entries()) {
				const target = path.join(exchange.input, `.${index}`);
				await copyFile(file, target, constants.COPYFILE_FICLONE);
				copies.push(target);
			}
			const mounts = workspaceMounts(exchange);
			const visible = (file: string) => this.#options.sandbox.visible(file, mounts);
			const message = request(visible(copy), visible(exchange.output), copies.map(visible));
			const answer = await worker.request(message, signal);
			if (answer.status === 'done') await moveFiles(exchange.output, output);
			reusable = ['done', 'password-required', 'wrong-password'].includes(answer.status);
			reusable &&= worker.uses < (this.#options.maxUses ?? mostUses) && answer.memory < maxMemory;
			await Promise.all([empty(exchange.input), empty(exchange.output)]);
			return answer;
		} finally {
			if (reusable) this.#offer(worker);
			else this.#replace(worker);
		}
	}

	async #acquire(signal: AbortSignal): Promise<WarmWorker> {
		signal.throwIfAborted();
		if (this.#closed) throw this.#failure('is shutting down.');
		for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.alive) return idle;
		const { promise, ...waiter } = Promise.withResolvers<WarmWorker>();
		const abort = () => {
			this.#waiters.delete(waiter);
			waiter.reject(signal.reason);
		};
		this.#waiters.add(waiter);
		signal.addEventListener('abort', abort, { once: true });
		this.#grow();
		try {
			return await promise;
		} finally {
			signal.removeEventListener('abort', abort);
		}
	}

	/** Starts workers for those who wait, as far as the size allows. */
	#grow(): void {
		const room = this.#options.size - this.#workers.size - this.#starting.size;
		const wanted = this.#waiters.size - this.#starting.size;
		for (let missing = Math.min(room, wanted); missing > 0; missing--) this.#start();
	}

	#start(): void {
		const started = this.#startOne().finally(() => {
			this.#starting.delete(started);
			if (!this.#closed) this.#grow();
		});
		this.#starting.add(started);
	}

	async #startOne(): Promise<void> {
		const { sandbox, command, folder, engine, log } = this.#options;
		try {
			const worker = await WarmWorker.start(sandbox, command, folder);
			this.#workers.add(worker);
			worker.ended.then(() => this.#forget(worker));
			if (this.#closed) return;
			this.#offer(worker);
		} catch (error) {
			log.warn({ err: error, engine }, 'engine worker did not start');
			// One task is told; the others get a start of their own.
			const [waiter] = this.#waiters;
			if (!waiter) return;
			this.#waiters.delete(waiter);
			waiter.reject(this.#failure('did not start.', error));
		}
	}

	#offer(worker: WarmWorker): void {
		if (this.#closed) return;
		const [waiter] = this.#waiters;
		if (!waiter) {
			this.#idle.push(worker);
			return;
		}
		this.#waiters.delete(waiter);
		waiter.resolve(worker);
	}

	#replace(worker: WarmWorker): void {
		this.#options.log.debug(
			{ engine: this.#options.engine, uses: worker.uses },
			'engine worker retires',
		);
		this.#stop(worker);
		if (!this.#closed) this.#start();
	}

	#stop(worker: WarmWorker): void {
		this.#forget(worker);
		const stopped = worker
			.stop()
			.catch((error: unknown) => this.#options.log.warn({ err: error }, 'engine worker left files'))
			.finally(() => this.#stopping.delete(stopped));
		this.#stopping.add(stopped);
	}

	#forget(worker: WarmWorker): void {
		this.#workers.delete(worker);
		const index = this.#idle.indexOf(worker);
		if (index >= 0) this.#idle.splice(index, 1);
	}

	#failure(reason: string, cause?: unknown): EngineError {
		return new EngineError(this.#options.engine, reason, { cause });
	}
}

/** Takes the regular files out of a worker's reach; anything else it left is an attempt to get out. */
async function moveFiles(from: string, to: string): Promise<void> {
	for (const name of await readdir(from)) {
		const source = path.join(from, name);
		const stat = await lstat(source);
		if (!stat.isFile()) throw new WorkerCrash('It left something that is no file.');
		await rename(source, path.join(to, name));
	}
}

async function empty(folder: string): Promise<void> {
	for (const name of await readdir(folder))
		await rm(path.join(folder, name), { recursive: true, force: true });
}
