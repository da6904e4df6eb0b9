import { randomUUID } from 'node:crypto';

/** What the metadata of a PDF/X-4 says. */
export interface PdfxMetadata {
	readonly title: string;
	readonly author?: string | undefined;
	readonly subject?: string | undefined;
	readonly keywords?: string | undefined;
	readonly creator: string;
	readonly producer: string;
	/** ISO 8601, without fractions of a second. */
	readonly created: string;
	readonly modified: string;
	readonly trapped: 'True' | 'False';
}

/** The XMP packet of a PDF/X-4 (ISO 15930-7, 6.7.2): its values are those of the information dictionary. */
export function pdfxXmp(metadata: PdfxMetadata): string {
	const { title, author, subject, keywords, creator, producer, created, modified } = metadata;
	const properties = [
		element('pdfxid:GTS_PDFXVersion', 'PDF/X-4'),
		element('dc:format', 'application/pdf'),
		wrapped('dc:title', 'rdf:Alt', title),
		wrapped('dc:creator', 'rdf:Seq', author),
		wrapped('dc:description', 'rdf:Alt', subject),
		element('pdf:Keywords', keywords),
		element('pdf:Producer', producer),
		element('pdf:Trapped', metadata.trapped),
		element('xmp:CreatorTool', creator),
		element('xmp:CreateDate', created),
		element('xmp:ModifyDate', modified),
		element('xmp:MetadataDate', modified),
		element('xmpMM:DocumentID', `uuid:${randomUUID()}`),
		element('xmpMM:VersionID', '1'),
		element('xmpMM:RenditionClass', 'default'),
	];
	const spaces = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
	return [
		'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
		'<x:xmpmeta xmlns:x="adobe:ns:meta/">',
		'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
		`<rdf:Description rdf:about=""${spaces.join('')}>`,
		...properties.filter((property) => property !== ''),
		'</rdf:Description></rdf:RDF></x:xmpmeta>',
		'<?xpacket end="w"?>',
	].join('\n');
}

const namespaces = {
	dc: 'http://purl.org/dc/elements/1.1/',
	xmp: 'http://ns.adobe.com/xap/1.0/',
	xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
	pdf: 'http://ns.adobe.com/pdf/1.3/',
	pdfxid: 'http://www.npes.org/pdfx/ns/id/',
};

function element(name: string, value: string | undefined): string {
	return value ? `<${name}>${escapeXml(value)}</${name}>` : '';
}

function wrapped(name: string, container: string, value: string | undefined): string {
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
