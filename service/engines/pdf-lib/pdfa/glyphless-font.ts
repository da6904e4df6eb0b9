/**
 * A TrueType font whose glyphs are all empty and half as wide as they are high: what writes text that is read but not
 * seen (OpenType 1.9, "TrueType outlines"). Without names or encodings, which a CIDFontType2 does not use.
 */
export function glyphlessFont(glyphs: number): Buffer {
	const tables = {
		glyf: Buffer.alloc(4),
		head: head(),
		hhea: hhea(),
		hmtx: hmtx(glyphs),
		loca: Buffer.alloc((glyphs + 1) * 2),
		maxp: maxp(glyphs),
	};
	const entries = Object.entries(tables);
	const directory = Buffer.alloc(12 + entries.length * 16);
	directory.writeUInt32BE(0x00010000, 0);
	directory.writeUInt16BE(entries.length, 4);
	// The largest power of two below the number of tables, 4: times 16, its logarithm, and the rest times 16.
	directory.writeUInt16BE(64, 6);
	directory.writeUInt16BE(2, 8);
	directory.writeUInt16BE(entries.length * 16 - 64, 10);
	let offset = directory.length;
	const parts: Buffer[] = [directory];
	for (const [index, [tag, table]] of entries.entries()) {
		const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
		const at = 12 + index * 16;
		directory.write(tag, at, 'latin1');
		directory.writeUInt32BE(checksum(padded), at + 4);
		directory.writeUInt32BE(offset, at + 8);
		directory.writeUInt32BE(table.length, at + 12);
		offset += padded.length;
		parts.push(padded);
	}
	const font = Buffer.concat(parts);
	const headAt = directory.readUInt32BE(12 + 16 + 8);
	font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, headAt + 8);
	return font;
}

/** Units of an em, and the width of each glyph in them. */
export const emUnits = 1000;
export const glyphWidth = 500;

function head(): Buffer {
	const table = Buffer.alloc(54);
	table.writeUInt32BE(0x00010000, 0);
	table.writeUInt32BE(0x00010000, 4);
	table.writeUInt32BE(0x5f0f3cf5, 12);
	table.writeUInt16BE(emUnits, 18);
	table.writeInt16BE(glyphWidth, 40);
	table.writeInt16BE(emUnits, 42);
	table.writeUInt16BE(8, 46);
	table.writeInt16BE(2, 48);
	return table;
}

function hhea(): Buffer {
	const table = Buffer.alloc(36);
	table.writeUInt32BE(0x00010000, 0);
	table.writeInt16BE(800, 4);
	table.writeInt16BE(-200, 6);
	table.writeUInt16BE(glyphWidth, 10);
	table.writeInt16BE(1, 18);
	// One width for all.
	table.writeUInt16BE(1, 34);
	return table;
}

function hmtx(glyphs: number): Buffer {
	const table = Buffer.alloc(4 + (glyphs - 1) * 2);
	table.writeUInt16BE(glyphWidth, 0);
	return table;
}

function maxp(glyphs: number): Buffer {
	const table = Buffer.alloc(32);
	table.writeUInt32BE(0x00010000, 0);
	table.writeUInt16BE(glyphs, 4);
	table.writeUInt16BE(1, 14);
	return table;
}

function checksum(table: Buffer): number {
	let sum = 0;
	for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
	return sum;
}
