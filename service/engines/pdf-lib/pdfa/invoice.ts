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

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** What the metadata say of an invoice, and the description of the schema that PDF/A asks for (ISO 19005-3, 6.6.2.3). */
export function invoiceDescriptions(invoice: AttachedInvoice): string[] {
	const { filename, level, version } = invoice;
	const values = {
		DocumentType: ['INVOICE', 'The type of the hybrid document in capital letters, e.g. INVOICE'],
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
			.map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`)
			.join('')}</rdf:Description>`,
	];
}

const extensionSpaces =
	' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"';
