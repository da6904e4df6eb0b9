/** Properties that every PDF/A may have (ISO 19005-1, 6.7.2), with the container that their values must stand in. */
const kept: Readonly<Record<string, 'Alt' | 'Bag' | 'Seq' | undefined>> = {
	'dc:contributor': 'Bag',
	'dc:coverage': undefined,
	'dc:date': 'Seq',
	'dc:identifier': undefined,
	'dc:language': 'Bag',
	'dc:publisher': 'Bag',
	'dc:relation': 'Bag',
	'dc:rights': 'Alt',
	'dc:source': undefined,
	'dc:subject': 'Bag',
	'dc:type': 'Bag',
	'xmpRights:Certificate': undefined,
	'xmpRights:Marked': undefined,
	'xmpRights:Owner': 'Bag',
	'xmpRights:UsageTerms': 'Alt',
	'xmpRights:WebStatement': undefined,
};

const text = '(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\\d+|#x[\\da-fA-F]+);)*';
const language = `(?: xml:lang=(?:"[\\w-]+"|'[\\w-]+'))?`;
const item = `<rdf:li${language}>${text}</rdf:li>\\s*`;

/** What the metadata of a PDF say beside what its information dictionary has a place for, as XML that can be copied. */
export function keptProperties(xmp: string): string[] {
	return Object.entries(kept).flatMap(([name, container]) => {
		const value = container
			? `\\s*<rdf:${container}>\\s*(?:${item})+</rdf:${container}>\\s*`
			: text;
		return new RegExp(`<${name}>${value}</${name}>`).exec(xmp.slice(0, 1_000_000))?.[0] ?? [];
	});
}
