/** Reads a stream of bytes up to delimiters, whatever its chunks; holds no more than one chunk and one delimiter. */
export class ByteReader {
	readonly #chunks: AsyncIterator<Buffer>;
	readonly #onEnd: () => Error;
	#held: Buffer;

	/** Begins with `prefix`, as if the stream had; `onEnd` makes the error for a stream that ends too early. */
	constructor(chunks: AsyncIterable<Buffer>, prefix: Buffer, onEnd: () => Error) {
		this.#chunks = chunks[Symbol.asyncIterator]();
		this.#held = prefix;
		this.#onEnd = onEnd;
	}

	/** The next bytes, which stay to be read. */
	async peek(count: number): Promise<Buffer> {
		while (this.#held.length < count) await this.#more();
		return this.#held.subarray(0, count);
	}

	/** All bytes before the delimiter, which is consumed too. */
	async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
		for (;;) {
			const end = this.#held.indexOf(delimiter);
			if (end >= 0) {
				if (end > 0) yield this.#take(end);
				this.#take(delimiter.length);
				return;
			}
			// The last bytes may be the beginning of the delimiter.
			const safe = this.#held.length - delimiter.length + 1;
			if (safe > 0) yield this.#take(safe);
			await this.#more();
		}
	}

	#take(count: number): Buffer {
		const taken = this.#held.subarray(0, count);
		this.#held = this.#held.subarray(count);
		return taken;
	}

	async #more(): Promise<void> {
		const next = await this.#chunks.next();
		if (next.done) throw this.#onEnd();
		this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
	}
}
