import { randomUUID } from 'node:crypto';
import { property, wrapped, xmpPacket } from '../xmp-packet.ts';

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
		property('pdfxid:GTS_PDFXVersion', 'PDF/X-4'),
		property('dc:format', 'application/pdf'),
		wrapped('dc:title', 'rdf:Alt', title),
		wrapped('dc:creator', 'rdf:Seq', author),
		wrapped('dc:description', 'rdf:Alt', subject),
		property('pdf:Keywords', keywords),
		property('pdf:Producer', producer),
		property('pdf:Trapped', metadata.trapped),
		property('xmp:CreatorTool', creator),
		property('xmp:CreateDate', created),
		property('xmp:ModifyDate', modified),
		property('xmp:MetadataDate', modified),
		property('xmpMM:DocumentID', `uuid:${randomUUID()}`),
		property('xmpMM:VersionID', '1'),
		property('xmpMM:RenditionClass', 'default'),
	];
	return xmpPacket(namespaces, properties);
}

const namespaces = {
	dc: 'http://purl.org/dc/elements/1.1/',
	xmp: 'http://ns.adobe.com/xap/1.0/',
	xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
	pdf: 'http://ns.adobe.com/pdf/1.3/',
	pdfxid: 'http://www.npes.org/pdfx/ns/id/',
};
