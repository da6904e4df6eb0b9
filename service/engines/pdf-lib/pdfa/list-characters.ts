import { PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { decodeStream, entry, nameEntry } from '../entries.ts';
import { visitDicts } from './visit-dicts.ts';

/** Lists what is in each part of a TrueType font, as ISO 19005-1, 6.3.5 asks and writers after PDF 1.4 leave out. */
export function listCharacters(pdf: PDFDocument): void {
	visitDicts(pdf, (font) => {
		if (nameEntry(font, 'Subtype') !== 'CIDFontType2') return;
		if (!/^[A-Z]{6}\+/.test(nameEntry(font, 'BaseFont') ?? '')) return;
		const descriptor = entry(font, 'FontDescriptor', PDFDict);
		const program = entry(descriptor, 'FontFile2', PDFStream);
		if (!descriptor || !program || descriptor.has(PDFName.of('CIDSet'))) return;
		const glyphs = countGlyphs(Buffer.from(decodeStream(program)));
		if (glyphs === 0) return;
		const set = characterSet(font, glyphs);
		descriptor.set(PDFName.of('CIDSet'), pdf.context.register(pdf.context.flateStream(set)));
	});
}

/** The number of glyphs that a TrueType font says it has in its table "maxp". */
function countGlyphs(program: Buffer): number {
	if (program.length < 12) return 0;
	const tables = program.readUInt16BE(4);
	for (let at = 12; at < 12 + tables * 16 && at + 16 <= program.length; at += 16) {
		if (program.toString('latin1', at, at + 4) !== 'maxp') continue;
		const offset = program.readUInt32BE(at + 8);
		return offset + 6 <= program.length ? program.readUInt16BE(offset + 4) : 0;
	}
	return 0;
}

/** A bit for each character, the highest first: set where it has a glyph. */
function characterSet(font: PDFDict, glyphs: number): Buffer {
	const stream = entry(font, 'CIDToGIDMap', PDFStream);
	const map = stream && Buffer.from(decodeStream(stream));
	const count = map ? map.length >> 1 : glyphs;
	const bits = Buffer.alloc(Math.ceil(count / 8));
	for (let character = 0; character < count; character++) {
		const glyph = map ? map.readUInt16BE(character * 2) : character;
		// Character 0 is the box for what is missing, and always there.
		if (glyph >= glyphs || (glyph === 0 && character > 0)) continue;
		bits.writeUInt8((bits[character >> 3] ?? 0) | (0x80 >> (character & 7)), character >> 3);
	}
	return bits;
}
