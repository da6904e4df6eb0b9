import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Destinations, explicit, readDestinations } from '../navigation/destinations.ts';
import { adaptLinks } from '../navigation/links.ts';
import { moveOutline, placesOf, readOutline, writeOutline } from '../navigation/outline.ts';
import { isReference, PdfObjects, type Value } from '../navigation/pdf-objects.ts';
import { pruneStructure } from '../navigation/structure.ts';
import type { Action } from '../request.ts';

/** Pages, counted from 1, that stay: together in one document, or each in one of its own. */
export interface PruneParams {
	readonly pages: readonly number[];
	readonly apart: boolean;
}

/**
 * Reads the objects of a PDF in qpdf's JSON form and writes to `update.json` what must change so that links and bookmarks
 * lead to pages that stay. Answers also whether files are attached. For pages apart, `outline-<page>.json` holds the bookmarks of each page that has some.
 */
export const pruneNavigation: Action<
	PruneParams,
	{ changed: boolean; attachments: boolean }
> = async ({ pages, apart }, { input, output }) => {
	const objects = await PdfObjects.read(input);
	const destinations = readDestinations(objects);
	const outline = readOutline(objects, destinations);
	const staying = new Set(pages.map((page) => page - 1));
	const dropped = new Set<string>();
	for (const number of staying) {
		const page = objects.pages[number];
		if (page === undefined) continue;
		const own = { objects, page };
		const links = adaptLinks(own, own, destinations, (target) =>
			(apart ? target === number : staying.has(target)) ? objects.pages[target] : undefined,
		);
		for (const link of links) if (isReference(link)) dropped.add(link);
	}
	if (apart) {
		const places = placesOf(outline);
		for (const number of staying) {
			const own = moveOutline(places, (target) => (target === number ? 0 : undefined));
			if (own.length > 0)
				await writeFile(path.join(output, `outline-${number + 1}.json`), JSON.stringify(own));
		}
	} else {
		writeOutline(
			objects,
			moveOutline(outline, (page) => (staying.has(page) ? page : undefined)),
		);
		pruneNames(objects, destinations, staying);
		const left = objects.pages.filter((_, number) => staying.has(number));
		if (left.length < objects.pages.length)
			pruneStructure(objects, { pages: new Set(left), droppedAnnotations: dropped });
	}
	if (objects.changed) await objects.writeChanges(path.join(output, 'update.json'));
	const attachments = '/EmbeddedFiles' in objects.dict(objects.root['/Names']);
	return { changed: objects.changed, attachments };
};

/** Leaves the named destinations, and the page shown first, that are still there. */
function pruneNames(
	objects: PdfObjects,
	destinations: Destinations,
	staying: ReadonlySet<number>,
): void {
	const isThere = (destination: Value | undefined) => {
		const place = destinations.find(destination);
		return place !== undefined && staying.has(place.page);
	};
	const names = objects.dict(objects.root['/Names']);
	if (destinations.names.size > 0) {
		const kept = [...destinations.names].filter(([, value]) => isThere(value));
		const tree = objects.add();
		objects.set(tree, {
			'/Names': kept.flatMap(([name, value]) => {
				const place = destinations.find(value);
				const page = objects.pages[place?.page ?? -1];
				return place && page ? [name, explicit(page, place.view)] : [];
			}),
		});
		objects.setRoot({ '/Names': { ...names, '/Dests': tree } });
	}
	const older = Object.entries(objects.dict(objects.root['/Dests']));
	if (older.length > 0)
		objects.setRoot({
			'/Dests': Object.fromEntries(older.filter(([, value]) => isThere(value))),
		});
	const first = objects.root['/OpenAction'];
	const action = objects.dict(first);
	const opens = Object.keys(action).length > 0 ? action['/D'] : first;
	const leads = Array.isArray(objects.resolve(first)) || objects.resolve(action['/S']) === '/GoTo';
	if (leads && !isThere(opens)) objects.setRoot({ '/OpenAction': null });
}
