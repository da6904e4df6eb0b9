import path from 'node:path';
import { readDestinations } from '../navigation/destinations.ts';
import { adaptLinks } from '../navigation/links.ts';
import { type Bookmark, moveOutline, readOutline, writeOutline } from '../navigation/outline.ts';
import { PdfObjects, type Value } from '../navigation/pdf-objects.ts';
import type { Action } from '../request.ts';

/** The PDFs that were joined, in order. */
export interface JoinParams {
	readonly parts: readonly {
		/** What its bookmark says when the document has no title. */
		readonly name: string;
		readonly pages: number;
	}[];
}

/**
 * Reads a joined PDF and, as further files, those it was made of, all in qpdf's JSON form; writes to `update.json` what
 * gives it a bookmark for each of them, with its own outline below, and makes its links lead where they did. Answers
 * how many form fields got another name because files had fields of the same name.
 */
export const joinNavigation: Action<JoinParams, { renamedFields: number }> = async (
	{ parts },
	{ input, more, output },
) => {
	const objects = await PdfObjects.read(input);
	const outline: Bookmark[] = [];
	const names = new Set<Value>();
	let start = 0;
	for (const [index, { name, pages }] of parts.entries()) {
		const part = await PdfObjects.read(more[index] ?? '');
		const first = start;
		const destinations = readDestinations(part);
		// A repair may have found other pages than its page tree tells.
		const known = part.pages.length === pages;
		const kids = known ? moveOutline(readOutline(part, destinations), (page) => first + page) : [];
		outline.push({
			title: titleOf(part) ?? `u:${name}`,
			place: { page: first, view: ['/XYZ', null, null, null] },
			style: {},
			open: false,
			kids,
		});
		if (known)
			for (const [number, page] of part.pages.entries()) {
				const target = objects.pages[first + number];
				if (target !== undefined)
					adaptLinks(
						{ objects, page: target },
						{ objects: part, page },
						destinations,
						(to) => objects.pages[first + to],
					);
			}
		for (const name of fieldNames(part)) names.add(name);
		start += pages;
	}
	writeOutline(objects, outline);
	await objects.writeChanges(path.join(output, 'update.json'));
	return { renamedFields: fieldNames(objects).filter((name) => !names.has(name)).length };
};

/** The names of the fields of a document's form; the fields below them are named by them too. */
function fieldNames(document: PdfObjects): Value[] {
	const { '/Fields': fields } = document.dict(document.root['/AcroForm']);
	return document.list(fields).map((field) => document.resolve(document.dict(field)['/T']));
}

/** The title of a document, where it has one that can be read. */
function titleOf(part: PdfObjects): Value | undefined {
	const title = part.resolve(part.information['/Title']);
	if (typeof title !== 'string' || !title.startsWith('u:')) return undefined;
	const words = title.slice(2).replaceAll(/\s+/g, ' ').trim();
	return words === '' || noTitle.test(words) ? undefined : `u:${words.slice(0, 200)}`;
}

/** What programs write as a title when nobody gave one: a path, an address, the name of a file. */
const noTitle = /:\/\/|\\|\.[a-z]\w{1,4}$|^microsoft \w+ - |^(untitled|unbenannt)/i;
