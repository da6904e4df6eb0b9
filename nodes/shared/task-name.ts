import { canonicalJson } from './json.ts';

const maximumSlug = 48;

/**
 * The name of a task: the node's label as a slug, and a short hash of what the task does. Equal tasks of one node get
 * one name, so branches that meet again agree, and a retry names its tasks as before. A label without Latin letters
 * or digits gives way to the operation.
 */
export function taskName(label: string, operation: string, definition: unknown): string {
	return `${slug(label) || slug(operation)}-${hash(canonicalJson(definition))}`;
}

function slug(label: string): string {
	return label
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.slice(0, maximumSlug)
		.replaceAll(/^-+|-+$/g, '');
}

/** FNV-1a with 64 bits (RFC 9923) over UTF-16 code units, in base 36. */
function hash(text: string): string {
	let value = 0xcbf29ce484222325n;
	for (let index = 0; index < text.length; index++) {
		value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
	}
	return value.toString(36);
}
