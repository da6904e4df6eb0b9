/** A string of a content stream: its bytes without escapes, and where it stands, delimiters included. */
export interface ContentString {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
}

const code = (character: string) => character.charCodeAt(0);
const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The strings between two places of a content stream, those in arrays too (ISO 32000-1, 7.3.4). */
export function contentStrings(content: Uint8Array, from: number, to: number): ContentString[] {
	const found: ContentString[] = [];
	for (let at = from; at < to; at++) {
		if (content[at] === code('(')) found.push(literal(content, at, to));
		else if (content[at] === code('<') && content[at + 1] !== code('<'))
			found.push(hexadecimal(content, at, to));
		else continue;
		at = (found.at(-1)?.end ?? to) - 1;
	}
	return found;
}

function hexadecimal(content: Uint8Array, start: number, to: number): ContentString {
	let end = start + 1;
	while (end < to && content[end] !== code('>')) end++;
	const digits = Buffer.from(content.subarray(start + 1, end))
		.toString('latin1')
		.replaceAll(/[^\da-f]/gi, '');
	// A last digit that is missing is 0.
	return {
		bytes: Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'),
		start,
		end: end + 1,
	};
}

function literal(content: Uint8Array, start: number, to: number): ContentString {
	const bytes: number[] = [];
	let depth = 0;
	let at = start;
	for (; at < to; at++) {
		const byte = content[at] ?? 0;
		if (byte === code('\\')) {
			const [read, value] = readEscape(content, at + 1);
			at += read;
			if (value !== undefined) bytes.push(value);
			continue;
		}
		if (byte === code('(') && depth++ === 0) continue;
		if (byte === code(')') && --depth === 0) break;
		bytes.push(byte);
	}
	return { bytes: Buffer.from(bytes), start, end: at + 1 };
}

/** How many bytes an escape has behind its backslash, and what it stands for: nothing, for the end of a line. */
function readEscape(content: Uint8Array, at: number): [read: number, value: number | undefined] {
	const ahead = Buffer.from(content.subarray(at, at + 3)).toString('latin1');
	const octal = /^[0-7]{1,3}/.exec(ahead)?.[0];
	if (octal) return [octal.length, Number.parseInt(octal, 8) & 255];
	if (ahead.startsWith('\r\n')) return [2, undefined];
	if (ahead.startsWith('\n') || ahead.startsWith('\r')) return [1, undefined];
	const [letter = ''] = ahead;
	return [1, escapes[letter] ?? letter.charCodeAt(0)];
}
