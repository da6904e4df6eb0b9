/** Probability of the less probable symbol, and the states that follow either symbol (ITU-T T.88, table E.1). */
const states: readonly (readonly [qe: number, nextMps: number, nextLps: number, swaps: 0 | 1])[] = [
	[0x5601, 1, 1, 1],
	[0x3401, 2, 6, 0],
	[0x1801, 3, 9, 0],
	[0x0ac1, 4, 12, 0],
	[0x0521, 5, 29, 0],
	[0x0221, 38, 33, 0],
	[0x5601, 7, 6, 1],
	[0x5401, 8, 14, 0],
	[0x4801, 9, 14, 0],
	[0x3801, 10, 14, 0],
	[0x3001, 11, 17, 0],
	[0x2401, 12, 18, 0],
	[0x1c01, 13, 20, 0],
	[0x1601, 29, 21, 0],
	[0x5601, 15, 14, 1],
	[0x5401, 16, 14, 0],
	[0x5101, 17, 15, 0],
	[0x4801, 18, 16, 0],
	[0x3801, 19, 17, 0],
	[0x3401, 20, 18, 0],
	[0x3001, 21, 19, 0],
	[0x2801, 22, 19, 0],
	[0x2401, 23, 20, 0],
	[0x2201, 24, 21, 0],
	[0x1c01, 25, 22, 0],
	[0x1801, 26, 23, 0],
	[0x1601, 27, 24, 0],
	[0x1401, 28, 25, 0],
	[0x1201, 29, 26, 0],
	[0x1101, 30, 27, 0],
	[0x0ac1, 31, 28, 0],
	[0x09c1, 32, 29, 0],
	[0x08a1, 33, 30, 0],
	[0x0521, 34, 31, 0],
	[0x0441, 35, 32, 0],
	[0x02a1, 36, 33, 0],
	[0x0221, 37, 34, 0],
	[0x0141, 38, 35, 0],
	[0x0111, 39, 36, 0],
	[0x0085, 40, 37, 0],
	[0x0049, 41, 38, 0],
	[0x0025, 42, 39, 0],
	[0x0015, 43, 40, 0],
	[0x0009, 44, 41, 0],
	[0x0005, 45, 42, 0],
	[0x0001, 45, 43, 0],
	[0x5601, 46, 46, 0],
];

// As typed arrays, because they are read for each pixel.
const qe = Uint16Array.from(states, ([value]) => value);
const nextMps = Uint8Array.from(states, ([, next]) => next);
const nextLps = Uint8Array.from(states, ([, , next]) => next);
const swaps = Uint8Array.from(states, ([, , , swap]) => swap);

/** The adaptive binary arithmetic encoder of JBIG2 (ITU-T T.88, E.2), with the names of its registers. */
export class ArithmeticEncoder {
	readonly #index: Uint8Array;
	readonly #mps: Uint8Array;
	#a = 0x8000;
	#c = 0;
	#ct = 12;
	#b = 0;
	/** Whether `#b` is the byte before the first, which is not written. */
	#first = true;
	#bytes = new Uint8Array(1 << 16);
	#length = 0;

	/** @param contexts How many contexts there are to adapt to. */
	constructor(contexts: number) {
		this.#index = new Uint8Array(contexts);
		this.#mps = new Uint8Array(contexts);
	}

	/** ENCODE (E.2.2, with the conditional exchange of E.2.4 and E.2.5). */
	encode(context: number, bit: number): void {
		const state = this.#index[context] ?? 0;
		const probability = qe[state] ?? 0;
		this.#a -= probability;
		const small = this.#a < probability;
		if (bit === this.#mps[context]) {
			if (this.#a & 0x8000) {
				this.#c += probability;
				return;
			}
			if (small) this.#a = probability;
			else this.#c += probability;
			this.#index[context] = nextMps[state] ?? 0;
		} else {
			if (small) this.#c += probability;
			else this.#a = probability;
			if (swaps[state]) this.#mps[context] = 1 - (this.#mps[context] ?? 0);
			this.#index[context] = nextLps[state] ?? 0;
		}
		this.#renormalize();
	}

	/** FLUSH (E.2.9); answers all bytes. */
	finish(): Uint8Array {
		const upper = this.#c + this.#a;
		// Numbers, not 32-bit integers: the register has 28 bits and its sums one more.
		this.#c = Math.floor(this.#c / 0x10000) * 0x10000 + 0xffff;
		if (this.#c >= upper) this.#c -= 0x8000;
		for (let round = 0; round < 2; round++) {
			this.#c *= 2 ** this.#ct;
			this.#byteOut();
		}
		if (!this.#first) this.#put(this.#b);
		if (this.#b !== 0xff) this.#put(0xff);
		this.#put(0xac);
		return this.#bytes.subarray(0, this.#length);
	}

	/** RENORME (E.2.6). */
	#renormalize(): void {
		do {
			this.#a = (this.#a << 1) & 0xffff;
			this.#c *= 2;
			if (--this.#ct === 0) this.#byteOut();
		} while (!(this.#a & 0x8000));
	}

	/** BYTEOUT (E.2.7): a carry goes into the last byte; after 0xFF a bit is left free for it. */
	#byteOut(): void {
		if (this.#b !== 0xff && this.#c >= 0x8000000) {
			this.#b++;
			this.#c -= 0x8000000;
		}
		const stuffed = this.#b === 0xff;
		const shift = stuffed ? 0x100000 : 0x80000;
		if (!this.#first) this.#put(this.#b);
		this.#first = false;
		this.#b = Math.floor(this.#c / shift) & 0xff;
		this.#c %= shift;
		this.#ct = stuffed ? 7 : 8;
	}

	#put(byte: number): void {
		if (this.#length === this.#bytes.length) {
			const larger = new Uint8Array(this.#length * 2);
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		this.#bytes[this.#length++] = byte;
	}
}
