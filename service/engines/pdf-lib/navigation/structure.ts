import {
	type Dict,
	isReference,
	type PdfObjects,
	type Value,
	withoutNulls,
} from './pdf-objects.ts';

/** What stays of a document: pages and annotations, by reference. */
export interface Staying {
	readonly pages: ReadonlySet<string>;
	readonly droppedAnnotations: ReadonlySet<string>;
}

/**
 * Leaves of the tags by which screen readers find their way those whose content is on pages that stay
 * (ISO 32000-2, 14.7): the others would still tell what was on the pages that are gone.
 */
export function pruneStructure(objects: PdfObjects, staying: Staying): void {
	const root = objects.root['/StructTreeRoot'];
	const tree = objects.dict(root);
	if (!isReference(root) || Object.keys(tree).length === 0) return;
	const kept = new Set<string>();
	const seen = new Set<string>();
	const kids = pruneKids(tree);
	if (kids.length === 0) {
		objects.setRoot({ '/StructTreeRoot': null, '/MarkInfo': null });
		return;
	}
	objects.set(
		root,
		withoutNulls({
			...tree,
			'/K': kids,
			'/ParentTree': flatTree('/Nums', tree['/ParentTree']),
			'/IDTree': flatTree('/Names', tree['/IDTree']),
		}),
	);

	/** The kids of an element or of the tree that stay. */
	function pruneKids(element: Dict): Value[] {
		const all = objects.resolve(element['/K']);
		return (Array.isArray(all) ? all : [element['/K'] ?? null]).flatMap((kid) => {
			const found = objects.resolve(kid);
			if (typeof found === 'number') return isThere(element['/Pg']) ? [found] : [];
			const dict = objects.dict(kid);
			if ('/S' in dict) return pruneElement(kid, dict);
			const page = dict['/Pg'] ?? element['/Pg'];
			const dropped = isReference(dict['/Obj']) && staying.droppedAnnotations.has(dict['/Obj']);
			return isThere(page) && !dropped ? [kid] : [];
		});
	}

	function pruneElement(reference: Value, element: Dict): Value[] {
		// An element that is no object of its own cannot be in the trees that lead to elements.
		if (isReference(reference)) {
			if (seen.has(reference)) return [];
			seen.add(reference);
		}
		const kids = pruneKids(element);
		if (kids.length === 0 && ('/K' in element || !isThere(element['/Pg']))) return [];
		const pruned = withoutNulls({
			...element,
			'/K': kids.length > 0 ? kids : null,
			'/Pg': isThere(element['/Pg']) ? (element['/Pg'] ?? null) : null,
		});
		if (!isReference(reference)) return [pruned];
		kept.add(reference);
		objects.set(reference, pruned);
		return [reference];
	}

	/** A number or name tree as one leaf, with the entries that lead to elements that stay. */
	function flatTree(leaf: '/Nums' | '/Names', node: Value | undefined): Value {
		if (node === undefined) return null;
		const entries: Value[] = [];
		collect(node, new Set());
		return { [leaf]: entries };

		function collect(part: Value, visited: Set<string>): void {
			if (isReference(part)) {
				if (visited.has(part)) return;
				visited.add(part);
			}
			const { [leaf]: pairs, '/Kids': parts } = objects.dict(part);
			const list = objects.list(pairs);
			for (let index = 0; index + 1 < list.length; index += 2) {
				const entry = prunedEntry(list[index + 1] ?? null);
				if (entry !== undefined) entries.push(list[index] ?? null, entry);
			}
			for (const one of objects.list(parts)) if (isReference(one)) collect(one, visited);
		}
	}

	/** Where a page's content or an annotation belongs to: one element, or one for each piece of content. */
	function prunedEntry(value: Value): Value | undefined {
		if (isReference(value) && kept.has(value)) return value;
		const list = objects.list(value).map((one) => (isKept(one) ? one : null));
		return list.some((one) => one !== null) ? list : undefined;
	}

	function isKept(value: Value): boolean {
		return isReference(value) && kept.has(value);
	}

	function isThere(page: Value | undefined): boolean {
		return isReference(page) && staying.pages.has(page);
	}
}
