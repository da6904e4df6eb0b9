/** An XMP packet (ISO 16684-1) of one description with these properties, and more descriptions behind it. */
export function xmpPacket(
	namespaces: Readonly<Record<string, string>>,
	properties: readonly string[],
	more: readonly string[] = [],
): string {
	const spaces = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
	return [
		'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
		'<x:xmpmeta xmlns:x="adobe:ns:meta/">',
		'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
		`<rdf:Description rdf:about=""${spaces.join('')}>`,
		...properties.filter((property) => property !== ''),
		'</rdf:Description>',
		...more,
		'</rdf:RDF></x:xmpmeta>',
		'<?xpacket end="w"?>',
	].join('\n');
}

/** A property with one value; empty where there is none. */
export function property(name: string, value: string | undefined): string {
	return value ? `<${name}>${escapeXml(value)}</${name}>` : '';
}

/** A property whose value stands in a container, alone; empty where there is none. */
export function wrapped(
	name: string,
	container: 'rdf:Alt' | 'rdf:Seq',
	value: string | undefined,
): string {
	if (!value) return '';
	const language = container === 'rdf:Alt' ? ' xml:lang="x-default"' : '';
	return `<${name}><${container}><rdf:li${language}>${escapeXml(value)}</rdf:li></${container}></${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
	return (
		text
			.replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
			// XML 1.0, 2.2: these are no characters, whatever the escape.
			// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
			.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
	);
}
