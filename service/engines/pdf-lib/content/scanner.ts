/**
 * A lexical unit of a content stream; `other` is a string, array, dictionary or literal word, whose value nobody needs
 * but for the names inside.
 */
export type Token =
	| { readonly kind: 'number'; readonly value: number }
	| { readonly kind: 'name'; readonly value: string }
	| { readonly kind: 'word'; readonly value: string }
	| { readonly kind: 'other'; readonly names: readonly string[] };

const code = (character: string) => character.charCodeAt(0);
const whitespace = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set([...'()<>[]{}/%'].map(code));
const other: Token = { kind: 'other', names: [] };

/** Splits a content stream into tokens (ISO 32000-1, 7.2). */
export class Scanner {
	/** Where the last token began. */
	start = 0;
	position = 0;
	readonly #bytes: Uint8Array;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	/** The next token; undefined at the end. */
	next(): Token | undefined {
		this.#skipSpace();
		this.start = this.position;
		const byte = this.#bytes[this.position];
		switch (byte) {
			case undefined:
				return undefined;
			case code('/'):
				this.position++;
				return { kind: 'name', value: `/${this.#regular()}` };
			case code('('):
				return this.#string();
			case code('['):
				return this.#array();
			case code('<'):
				return this.#bytes[this.position + 1] === byte ? this.#dictionary() : this.#hexString();
			default:
				return delimiters.has(byte) ? this.#stray() : this.#word();
		}
	}

	/** Passes over the data of an inline picture: to an "EI" between white space that is followed by plausible text. */
	skipPictureData(): void {
		const bytes = this.#bytes;
		for (let at = this.position + 1; at < bytes.length; at++) {
			if (bytes[at] !== code('E') || bytes[at + 1] !== code('I')) continue;
			if (!isSpace(bytes[at - 1]) || !isSpace(bytes[at + 2] ?? 32)) continue;
			// The data may hold these bytes by chance; what follows the real ones is text.
			const after = bytes.subarray(at + 2, at + 18);
			if (after.some((byte) => byte > 126 || (byte < 32 && !whitespace.has(byte)))) continue;
			this.position = at + 2;
			return;
		}
		this.position = bytes.length;
	}

	#word(): Token {
		const text = this.#regular();
		const value = Number(text);
		if (/^[+-]?[\d.]/.test(text))
			return { kind: 'number', value: Number.isFinite(value) ? value : 0 };
		if (text === 'true' || text === 'false' || text === 'null') return other;
		return { kind: 'word', value: text };
	}

	#regular(): string {
		const from = this.position;
		while (this.position < this.#bytes.length) {
			const byte = this.#bytes[this.position] ?? 0;
			if (whitespace.has(byte) || delimiters.has(byte)) break;
			this.position++;
		}
		return Buffer.from(this.#bytes.subarray(from, this.position)).toString('latin1');
	}

	#stray(): Token {
		this.position++;
		return other;
	}

	#string(): Token {
		let depth = 0;
		while (this.position < this.#bytes.length) {
			const byte = this.#bytes[this.position++];
			if (byte === code('\\')) this.position++;
			else if (byte === code('(')) depth++;
			else if (byte === code(')') && --depth === 0) break;
		}
		return other;
	}

	#hexString(): Token {
		while (this.position < this.#bytes.length && this.#bytes[this.position++] !== code('>'));
		return other;
	}

	#array(): Token {
		return this.#until((at) => this.#bytes[at] === code(']'), 1);
	}

	#dictionary(): Token {
		const close = code('>');
		this.position++;
		return this.#until((at) => this.#bytes[at] === close && this.#bytes[at + 1] === close, 2);
	}

	#depth = 0;

	/** Passes over what is inside; a depth that the stack would not bear is that of an attack. */
	#until(closes: (at: number) => boolean, length: number): Token {
		this.position++;
		const names: string[] = [];
		for (this.#depth++; this.#depth < 100; ) {
			this.#skipSpace();
			if (this.position >= this.#bytes.length) break;
			if (closes(this.position)) {
				this.position += length;
				break;
			}
			const { start } = this;
			const token = this.next();
			if (token?.kind === 'name') names.push(token.value);
			else if (token?.kind === 'other') names.push(...token.names.slice(0, 100));
			this.start = start;
		}
		this.#depth--;
		return { kind: 'other', names };
	}

	#skipSpace(): void {
		for (;;) {
			const byte = this.#bytes[this.position];
			if (byte === code('%')) this.#skipLine();
			else if (byte !== undefined && whitespace.has(byte)) this.position++;
			else return;
		}
	}

	#skipLine(): void {
		while (this.position < this.#bytes.length) {
			const byte = this.#bytes[this.position++];
			if (byte === 10 || byte === 13) return;
		}
	}
}

function isSpace(byte: number | undefined): boolean {
	return byte !== undefined && whitespace.has(byte);
}
