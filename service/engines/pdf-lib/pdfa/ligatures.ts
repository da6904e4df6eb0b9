import { type PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { decodeStream, entry } from '../entries.ts';
import { readToUnicode, writeToUnicode } from '../to-unicode.ts';
import { visitDicts } from './visit-dicts.ts';

// The private use area of Unicode, from its end, where fonts are least likely to have signs of their own.
const firstMask = 0xf8ff;
const mostMasks = 3000;

/** Ligatures that Unicode has characters for, by their letters: what is searched for. */
const spelled: Readonly<Record<string, string>> = Object.fromEntries(
	['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st'].map((letters, index) => [
		(0xfb00 + index).toString(16),
		[...letters].map((letter) => `00${letter.charCodeAt(0).toString(16)}`).join(''),
	]),
);

/**
 * Gives each glyph that means several characters, such as the ligature "fi", one of private use to mean, because
 * Ghostscript 10 keeps but one character a glyph; answers what the masks stand for, in hexadecimal.
 */
export function maskLigatures(pdf: PDFDocument): string[] {
	const sequences = new Map<string, string>();
	// Always as single codes: of ranges Ghostscript adds up bytes, and U+FB01 becomes U+00FC.
	visitMaps(pdf, 'all', (character) => {
		const meaning = spelled[character] ?? character;
		// A character beyond the first plane has two units of 16 bits.
		if (meaning.length <= 4) return meaning;
		if (!sequences.has(meaning) && sequences.size < mostMasks)
			sequences.set(meaning, (firstMask - sequences.size).toString(16));
		return sequences.get(meaning) ?? meaning;
	});
	return [...sequences.keys()];
}

/** Puts back what `maskLigatures` masked. */
export function unmaskLigatures(pdf: PDFDocument, sequences: readonly string[]): void {
	visitMaps(pdf, 'changed', (meaning) => {
		const mask = meaning.length === 4 ? firstMask - Number.parseInt(meaning, 16) : -1;
		return sequences[mask] ?? meaning;
	});
}

/** Changes what the glyphs of all fonts mean. */
function visitMaps(
	pdf: PDFDocument,
	written: 'all' | 'changed',
	change: (meaning: string) => string,
): void {
	const key = PDFName.of('ToUnicode');
	const fonts: PDFDict[] = [];
	visitDicts(pdf, (dict) => {
		if (entry(dict, 'ToUnicode', PDFStream)) fonts.push(dict);
	});
	for (const font of fonts) {
		const stream = entry(font, 'ToUnicode', PDFStream);
		if (!stream) continue;
		const meanings = readToUnicode(Buffer.from(decodeStream(stream)).toString('latin1'));
		const changed = new Map([...meanings].map(([code, meaning]) => [code, change(meaning)]));
		const isSame = [...meanings].every(([code, meaning]) => changed.get(code) === meaning);
		if (isSame && written === 'changed') continue;
		font.set(key, pdf.context.register(pdf.context.flateStream(writeToUnicode(changed))));
	}
}
