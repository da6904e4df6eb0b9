import { property } from '../xmp-packet.ts';
import { xmpText } from './xmp-text.ts';

/** An electronic invoice as it is attached to a PDF (ZUGFeRD 2.3, 6). */
export interface AttachedInvoice {
	/** The name that readers look for: "factur-x.xml" or "xrechnung.xml". */
	readonly filename: string;
	/** The level as the metadata names it: "EN 16931". */
	readonly level: string;
	readonly version: string;
	/** Whether the invoice stands beside the page or only has data of it. */
	readonly relationship: 'Alternative' | 'Data';
}

/** What the metadata of a PDF say of an invoice in it. */
export interface InvoiceMetadata extends Pick<AttachedInvoice, 'filename' | 'level' | 'version'> {
	/** That of its standard: those before Factur-X 1.0 have others. */
	readonly namespace?: string;
	readonly type?: string;
}

/** Reads what the metadata of a PDF say of an invoice or order in it; undefined where they say nothing. */
export function readInvoiceMetadata(xmp: string): InvoiceMetadata | undefined {
	const [, prefix, namespace] =
		/xmlns:(\w+)="(urn:(?:factur-x|zugferd|ferd):pdfa:CrossIndustryDocument:[\w:]+#)"/.exec(xmp) ??
		[];
	if (!prefix || !namespace) return undefined;
	const text = (name: string) => xmpText(xmp, `${prefix}:${name}`);
	const [filename, level] = [text('DocumentFileName'), text('ConformanceLevel')];
	if (!filename || !level) return undefined;
	const [version = '1.0', type = 'INVOICE'] = [text('Version'), text('DocumentType')];
	return { filename, level, version, type, namespace };
}

const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** What the metadata say of an invoice, and the description of the schema that PDF/A asks for (ISO 19005-3, 6.6.2.3). */
export function invoiceDescriptions(invoice: InvoiceMetadata): string[] {
	const { filename, level, version, namespace = facturX, type = 'INVOICE' } = invoice;
	const values = {
		DocumentType: [type, 'The type of the hybrid document in capital letters, e.g. INVOICE'],
		DocumentFileName: [filename, 'The name of the embedded XML document'],
		Version: [version, 'The actual version of the standard applying to the embedded XML document'],
		ConformanceLevel: [level, 'The conformance level of the embedded XML document'],
	};
	const properties = Object.entries(values).map(
		([name, [, description]]) =>
			`<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
	);
	return [
		`<rdf:Description rdf:about=""${extensionSpaces}><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`,
		`<rdf:Description rdf:about="" xmlns:fx="${namespace}">${Object.entries(values)
			.map(([name, [value]]) => property(`fx:${name}`, value))
			.join('')}</rdf:Description>`,
	];
}

const extensionSpaces =
	' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"';
