import { type Destinations, explicit } from './destinations.ts';
import {
	type Dict,
	isReference,
	type PdfObjects,
	type Value,
	withoutNulls,
} from './pdf-objects.ts';

/** Where a place of the source is afterwards: a reference to its page, undefined when it is not there. */
export type Follow = (page: number) => string | undefined;

/**
 * Makes the annotations of a page lead where `follow` says, and drops the links whose place is not there. `source` is
 * the same page in the document whose destinations are known; it may be the same document. Answers the annotations
 * that it dropped.
 */
export function adaptLinks(
	target: { readonly objects: PdfObjects; readonly page: string },
	source: { readonly objects: PdfObjects; readonly page: string },
	destinations: Destinations,
	follow: Follow,
): Value[] {
	const page = target.objects.dict(target.page);
	const before = source.objects.list(source.objects.dict(source.page)['/Annots']);
	const after = target.objects.list(page['/Annots']);
	// They are paired by their order, which a repair may have changed.
	if (before.length !== after.length) return [];
	const kept: Value[] = [];
	const dropped: Value[] = [];
	let changed = false;
	for (const [index, annotation] of after.entries()) {
		const place = destinations.of(source.objects.dict(before[index]));
		const adapted =
			place && lead(target.objects.dict(annotation), place === 'dangling' ? undefined : place);
		if (adapted === undefined) kept.push(annotation);
		else if (adapted !== 'drop' && isReference(annotation)) {
			target.objects.set(annotation, adapted);
			kept.push(annotation);
		} else {
			changed = true;
			if (adapted === 'drop') dropped.push(annotation);
			else kept.push(adapted);
		}
	}
	if (changed) target.objects.set(target.page, { ...page, '/Annots': kept });
	return dropped;

	function lead(
		annotation: Dict,
		place: { readonly page: number; readonly view: readonly Value[] } | undefined,
	): Dict | 'drop' {
		const found = place && follow(place.page);
		const isLink = target.objects.resolve(annotation['/Subtype']) === '/Link';
		if (found === undefined && isLink) return 'drop';
		const action = place && found ? { '/S': '/GoTo', '/D': explicit(found, place.view) } : null;
		return withoutNulls({ ...annotation, '/Dest': null, '/A': action });
	}
}
