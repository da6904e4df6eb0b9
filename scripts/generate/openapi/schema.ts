/** A piece of a JSON Schema or OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** The name under which the parameters of an operation stand: `pdf/rotate-pages` is `PdfRotatePagesRequest`. */
export function schemaName(operation: string): string {
	return operation
		.split(/[/-]/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('')
		.concat('Request');
}

/** The name of the same without `operation`, as a task outside of a job has them: `PdfRotatePagesParameters`. */
export function parametersName(operation: string): string {
	return schemaName(operation).replace(/Request$/, 'Parameters');
}

/** Points to a schema by its name. */
export function reference(schema: string): string {
	return `#/components/schemas/${schema}`;
}
