/** The first value of a property of XMP, as element or attribute; its usual prefix is taken for its namespace. */
export function xmpText(xmp: string, name: string): string | undefined {
	const element = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]{0,20000}?)</${name}>`).exec(xmp)?.[1];
	const found = element ?? new RegExp(`\\s${name}="([^"]{0,20000})"`).exec(xmp)?.[1];
	const plain = found?.replaceAll(/<[^>]*>/g, ' ');
	return plain && (unescapeXml(plain).replaceAll(/\s+/g, ' ').trim() || undefined);
}

/** Text of XML with the five entities of its own and numbers as characters. */
export function unescapeXml(text: string): string {
	return text.replaceAll(/&(\w+|#\d+|#x[\da-f]+);/gi, character);
}

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

function character(whole: string, name: string): string {
	if (!name.startsWith('#')) return entities[name] ?? whole;
	const code =
		name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
	return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : '';
}
