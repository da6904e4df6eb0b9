import { type Dict, isReference, type PdfObjects, type Value } from './pdf-objects.ts';

/** A place in a document: the number of its page, counted from 0, and how the page is to be shown. */
export interface Place {
	readonly page: number;
	readonly view: readonly Value[];
}

/** Where things lead to in one document. */
export interface Destinations {
	/**
	 * Where a link or bookmark leads to: a place, `dangling` when that place is not there, undefined when it leads
	 * nowhere inside the document (it opens an address, or does nothing).
	 */
	of(holder: Dict): Place | 'dangling' | undefined;
	/** The place of an explicit or named destination. */
	find(destination: Value | undefined): Place | undefined;
	/** The named destinations, in the form of the name tree. */
	readonly names: ReadonlyMap<string, Value>;
}

/** Reads the named destinations of a document and finds its pages (ISO 32000-2, 12.3.2). */
export function readDestinations(objects: PdfObjects): Destinations {
	const numbers = new Map(objects.pages.map((page, index) => [page, index]));
	const tree = objects.dict(objects.root['/Names'])['/Dests'];
	const names = new Map<string, Value>();
	collectNames(objects, tree, names, new Set());
	// The older form: a dictionary with names for keys.
	const older = objects.dict(objects.root['/Dests']);

	function find(destination: Value | undefined, depth = 0): Place | undefined {
		const found = objects.resolve(destination);
		if (depth > 4 || found === null) return undefined;
		if (typeof found === 'string')
			return find(found.startsWith('/') ? older[found] : names.get(found), depth + 1);
		if (!Array.isArray(found)) return find(objects.dict(found)['/D'], depth + 1);
		const [target, ...view] = found;
		const page = isReference(target) ? numbers.get(target) : target;
		if (typeof page !== 'number' || !(page in objects.pages)) return undefined;
		return { page, view: view.map((one) => objects.inline(one)) };
	}

	return {
		names,
		find: (destination) => find(destination),
		of: (holder) => {
			const action = objects.dict(holder['/A']);
			const destination =
				objects.resolve(action['/S']) === '/GoTo' ? action['/D'] : holder['/Dest'];
			if (destination === undefined) return undefined;
			return find(destination) ?? 'dangling';
		},
	};
}

/** A destination that names its page itself. */
export function explicit(page: string, view: readonly Value[]): Value {
	return [page, ...(view.length > 0 ? view : ['/Fit'])];
}

function collectNames(
	objects: PdfObjects,
	node: Value | undefined,
	names: Map<string, Value>,
	seen: Set<string>,
): void {
	if (isReference(node)) {
		if (seen.has(node)) return;
		seen.add(node);
	}
	const { '/Names': leaf, '/Kids': kids } = objects.dict(node);
	const pairs = objects.list(leaf);
	for (let index = 0; index + 1 < pairs.length; index += 2) {
		const [name, value] = [objects.resolve(pairs[index]), pairs[index + 1]];
		if (typeof name === 'string' && value !== undefined) names.set(name, value);
	}
	for (const kid of objects.list(kids))
		if (isReference(kid)) collectNames(objects, kid, names, seen);
}
