import { pageRanges } from '@filemill/operations';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Qpdf } from './qpdf.ts';

/** The pages of a PDF that a page list selects. */
export interface Selection {
	/** How many pages the PDF has. */
	readonly count: number;
	/** The numbers selected, counted from 1, in the order of the list; all when there is no list. */
	readonly numbers: readonly number[];
	/** The same in qpdf's own form. */
	readonly range: string;
}

/** More pages than any document has: a list may name the same pages many times. */
const most = 100_000;

/**
 * Opens a PDF and finds the pages of a list in it.
 * @throws InvalidFileError when it cannot be read or has no pages, InvalidOptionError when a page is not there.
 */
export async function selectPages(
	qpdf: Qpdf,
	pages: string | undefined,
	task: FileTask,
): Promise<Selection> {
	const { filename, path } = task.input;
	const count = await qpdf.countPages(path, task);
	if (count === 0) throw new InvalidFileError(filename, 'is a PDF without pages.');
	const ranges = pages ? resolveRanges(pages, count, filename) : [[1, count] as const];
	const size = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
	if (size > Math.max(most, count))
		throw new InvalidOptionError('pages', pages, `it must select at most ${most} pages`);
	return {
		count,
		numbers: ranges.flatMap(([first, last]) =>
			Array.from({ length: last - first + 1 }, (_, index) => first + index),
		),
		range: ranges.map(([first, last]) => `${first}-${last}`).join(','),
	};
}

/**
 * The ranges of a page list as numbers of pages that are there.
 * @throws InvalidOptionError that names the page that is not, and how many there are.
 */
export function resolveRanges(
	pages: string,
	count: number,
	filename: string,
): (readonly [first: number, last: number])[] {
	const has = `"${filename}" has ${count} ${count === 1 ? 'page' : 'pages'}`;
	return pageRanges(pages).map((range, index) => {
		const [first, last] = [resolve(range[0]), resolve(range[1])];
		if (first > last)
			throw new InvalidOptionError(
				'pages',
				pages,
				`${has}, where "${pages.split(',')[index]}" ends before it begins`,
			);
		return [first, last];
	});

	function resolve(page: number): number {
		const number = page < 0 ? count + 1 + page : page;
		if (number >= 1 && number <= count) return number;
		const name = page < 0 ? `r${-page}` : page;
		throw new InvalidOptionError('pages', pages, `${has} and no page ${name}`);
	}
}
