import type { Destinations, Place } from './destinations.ts';
import { explicit } from './destinations.ts';
import {
	type Dict,
	isReference,
	type PdfObjects,
	type Value,
	withoutNulls,
} from './pdf-objects.ts';

/** An entry of an outline, as readers show it beside the pages. */
export interface Bookmark {
	/** A string in qpdf's form. */
	readonly title: Value;
	readonly place?: Place | undefined;
	/** What it does instead of leading to a place: opens an address, for example. */
	readonly action?: Value | undefined;
	/** Colour and flags of its text. */
	readonly style: Dict;
	/** Whether the entries below it are shown. */
	readonly open: boolean;
	readonly kids: readonly Bookmark[];
}

/** The outline of a document without the entries that lead nowhere; those with entries below stay. */
export function readOutline(objects: PdfObjects, destinations: Destinations): Bookmark[] {
	const seen = new Set<string>();
	return readKids(objects.root['/Outlines']);

	function readKids(parent: Value | undefined): Bookmark[] {
		const kids: Bookmark[] = [];
		let next = objects.dict(parent)['/First'];
		// Each entry once: files of strangers have loops.
		while (isReference(next) && !seen.has(next)) {
			seen.add(next);
			const item = objects.dict(next);
			kids.push(...readItem(item));
			next = item['/Next'];
		}
		return kids;
	}

	function readItem(item: Dict): Bookmark[] {
		const found = destinations.of(item);
		const place = found === 'dangling' ? undefined : found;
		const action = found === undefined ? objects.inline(item['/A']) : null;
		const bookmark = {
			title: objects.resolve(item['/Title']) ?? 'u:',
			place,
			action: action ?? undefined,
			style: withoutNulls({ '/C': objects.inline(item['/C']), '/F': objects.inline(item['/F']) }),
			open: Number(objects.resolve(item['/Count'])) > 0,
			kids: readKids(item),
		};
		return isAlive(bookmark) ? [bookmark] : [];
	}
}

/** The outline as far as it leads to pages that `page` gives a new number; undefined is a page that is not there. */
export function moveOutline(
	bookmarks: readonly Bookmark[],
	page: (number: number) => number | undefined,
): Bookmark[] {
	return bookmarks
		.map((bookmark) => {
			const number = bookmark.place && page(bookmark.place.page);
			const place =
				bookmark.place && number !== undefined ? { ...bookmark.place, page: number } : undefined;
			return { ...bookmark, place, kids: moveOutline(bookmark.kids, page) };
		})
		.filter(isAlive);
}

/** The outline without what it does beside leading to places. */
export function placesOf(bookmarks: readonly Bookmark[]): Bookmark[] {
	return bookmarks
		.map((bookmark) => ({ ...bookmark, action: undefined, kids: placesOf(bookmark.kids) }))
		.filter(isAlive);
}

/** Gives a document this outline in place of its own; none when it is empty. */
export function writeOutline(objects: PdfObjects, bookmarks: readonly Bookmark[]): void {
	if (bookmarks.length === 0) {
		if ('/Outlines' in objects.root) objects.setRoot({ '/Outlines': null });
		return;
	}
	const root = objects.add();
	objects.set(root, { '/Type': '/Outlines', ...writeKids(root, bookmarks) });
	objects.setRoot({ '/Outlines': root });

	function writeKids(parent: string, kids: readonly Bookmark[]): Dict {
		if (kids.length === 0) return {};
		const references = kids.map(() => objects.add());
		for (const [index, kid] of kids.entries()) {
			const own = references[index] ?? '';
			const below = writeKids(own, kid.kids);
			const count = Number(below['/Count'] ?? 0);
			objects.set(
				own,
				withoutNulls({
					'/Title': kid.title,
					'/Parent': parent,
					'/Prev': references[index - 1] ?? null,
					'/Next': references[index + 1] ?? null,
					...target(kid),
					...kid.style,
					...below,
					'/Count': count > 0 && !kid.open ? -count : count || null,
				}),
			);
		}
		// Of those that are shown, which closed entries hide (ISO 32000-2, table 151).
		const shown = kids.reduce((sum, kid) => sum + 1 + (kid.open ? shownBelow(kid) : 0), 0);
		return {
			'/First': references[0] ?? null,
			'/Last': references.at(-1) ?? null,
			'/Count': shown,
		};
	}

	function target({ place, action, kids }: Bookmark): Dict {
		const where = place ?? (action === undefined ? firstPlace(kids) : undefined);
		const page = where && objects.pages[where.page];
		if (page) return { '/Dest': explicit(page, where.view) };
		return action === undefined ? {} : { '/A': action };
	}
}

/** Where a heading leads to whose own page is not there: to the first entry below it. */
function firstPlace(kids: readonly Bookmark[]): Place | undefined {
	for (const kid of kids) {
		const place = kid.place ?? firstPlace(kid.kids);
		if (place) return place;
	}
	return undefined;
}

function shownBelow({ kids }: Bookmark): number {
	return kids.reduce((sum, kid) => sum + 1 + (kid.open ? shownBelow(kid) : 0), 0);
}

function isAlive({ place, action, kids }: Bookmark): boolean {
	return place !== undefined || action !== undefined || kids.length > 0;
}
