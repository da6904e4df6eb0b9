import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import type { FileScope, Qpdf } from './qpdf.ts';

/** An entry of a PDF's outline: where a page counted from 0 begins something. */
export interface Bookmark {
	readonly title: string;
	readonly page: number;
}

/** Copies a PDF that has no outline and gives it one. Passages of the file go through qpdf, never through memory. */
export async function addBookmarks(
	qpdf: Qpdf,
	{ source, target }: { source: string; target: string },
	bookmarks: readonly Bookmark[],
	task: FileScope,
): Promise<void> {
	const file = qpdf.visible(source, task);
	const show = async (object: string) =>
		dump.parse(
			JSON.parse(
				await qpdf.read(['--json', '--json-key=qpdf', `--json-object=${object}`, file], task),
			),
		).qpdf;
	const [header, { trailer }] = await show('trailer');
	const root = trailer?.value['/Root'] ?? '';
	const [, objects] = await show(root.split(' ', 1).join());
	const listing = await qpdf.read(['--show-pages', file], task);
	const pages = [...listing.matchAll(/^page \d+: (\d+ \d+ R)$/gm)].map(([, page]) => page ?? '');

	// What qpdf says is cut after a mebibyte: bookmarks beyond page 15,000 or so are left out.
	const found = bookmarks.filter(({ page }) => pages[page]);
	const outline = header.maxobjectid + 1;
	const ref = (index: number) => `${outline + 1 + index} 0 R`;
	const update = {
		[`obj:${root}`]: { value: { ...objects[`obj:${root}`]?.value, '/Outlines': `${outline} 0 R` } },
		[`obj:${outline} 0 R`]: {
			value: {
				'/Type': '/Outlines',
				'/First': ref(0),
				'/Last': ref(found.length - 1),
				'/Count': found.length,
			},
		},
		...Object.fromEntries(
			found.map(({ title, page }, index) => [
				`obj:${ref(index)}`,
				{
					value: {
						'/Title': `u:${title}`,
						'/Parent': `${outline} 0 R`,
						'/Dest': [pages[page], '/Fit'],
						...(index > 0 && { '/Prev': ref(index - 1) }),
						...(index < found.length - 1 && { '/Next': ref(index + 1) }),
					},
				},
			]),
		),
	};
	const updateFile = path.join(task.workspace.tmp, 'bookmarks.json');
	await writeFile(updateFile, JSON.stringify({ qpdf: [header, update] }));
	const updateFromJson = qpdf.visible(updateFile, task);
	await qpdf.run({ inputFile: file, outputFile: qpdf.visible(target, task), updateFromJson }, task);
	await rm(updateFile);
}

/** qpdf's own JSON form of a PDF, version 2: a header, then objects by number. */
const dump = z.object({
	qpdf: z.tuple([
		z.looseObject({ maxobjectid: z.number() }),
		z
			.looseObject({
				trailer: z.object({ value: z.looseObject({ '/Root': z.string() }) }).optional(),
			})
			.catchall(z.object({ value: z.record(z.string(), z.unknown()) })),
	]),
});
