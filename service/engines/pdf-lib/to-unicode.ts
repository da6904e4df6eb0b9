/** What the codes of a font mean: from the code in hexadecimal to UTF-16 in hexadecimal (ISO 32000-1, 9.10.3). */
export type ToUnicode = Map<string, string>;

// More than all characters of two bytes no font has.
const most = 65_536;

/** Reads a ToUnicode CMap; what it does not understand it passes over. */
export function readToUnicode(cmap: string): ToUnicode {
	const found: ToUnicode = new Map();
	for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
		for (const [, code = '', text = ''] of block.matchAll(/<([^>]*)>\s*<([^>]*)>/g))
			found.set(plain(code), plain(text));
	for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
		for (const [, first = '', last = '', text, list] of block.matchAll(range)) {
			const [from, to] = [Number.parseInt(plain(first), 16), Number.parseInt(plain(last), 16)];
			const listed = list?.match(/<[^>]*>/g)?.map((one) => plain(one.slice(1, -1)));
			for (let code = from; code <= to && found.size < most; code++) {
				const meant = listed ? listed[code - from] : advance(plain(text ?? ''), code - from);
				if (meant) found.set(code.toString(16).padStart(plain(first).length, '0'), meant);
			}
		}
	return found;
}

const range = /<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[([^\]]*)\])/g;

function plain(hexadecimal: string): string {
	return hexadecimal.replaceAll(/\s/g, '').toLowerCase();
}

/** In a range the last two bytes count on. */
function advance(text: string, by: number): string {
	const last = (Number.parseInt(text.slice(-4), 16) + by) & 0xffff;
	return text.slice(0, -4) + last.toString(16).padStart(Math.min(text.length, 4), '0');
}

/** Writes a ToUnicode CMap. */
export function writeToUnicode(meanings: ReadonlyMap<string, string>): string {
	const lines = [...meanings].map(([code, text]) => `<${code}> <${text}>`);
	const length = Math.max(...[...meanings.keys()].map((code) => code.length), 2);
	// At most 100 in one block.
	const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
		const block = lines.slice(index * 100, index * 100 + 100);
		return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
	});
	return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${'0'.repeat(length)}> <${'f'.repeat(length)}>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
