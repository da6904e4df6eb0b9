import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

/** A host in a process of its own, known by what it writes to its console. */
export class HostProgram {
	readonly #child: ChildProcess;
	readonly #ended: Promise<void>;
	readonly #output = new EventEmitter();
	#log = '';

	constructor(
		program: string,
		args: readonly string[],
		env: Readonly<Record<string, string | undefined>>,
	) {
		const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
		this.#child = child;
		this.#ended = new Promise((resolve) => child.on('exit', () => resolve()));
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => {
				this.#log += chunk;
				this.#output.emit('data');
			});
		}
	}

	/** The id of its process. */
	get pid(): number {
		return this.#child.pid ?? 0;
	}

	get log(): string {
		return this.#log;
	}

	/** Resolves when it has written `words` that many times; rejects when it ends before. */
	async hasWritten(words: string, times = 1): Promise<void> {
		while (this.#log.split(words).length <= times) {
			if (this.#child.exitCode !== null)
				throw new Error(`The program ended with ${this.#child.exitCode}.\n${this.#log}`);
			await Promise.race([once(this.#output, 'data'), this.#ended]);
		}
	}

	/** Ends it as the operating system would, and waits until it is gone. */
	async stop(): Promise<void> {
		if (this.#child.exitCode === null) this.#child.kill('SIGTERM');
		await this.#ended;
	}
}
