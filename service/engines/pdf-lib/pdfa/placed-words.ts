import { unescapeXml } from './xmp-text.ts';

/** A word and the box it fills, measured in points from the top left corner of the page as it is seen. */
export interface PlacedWord {
	readonly text: string;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** The words of a page, and how large it is. */
export interface WordsOfPage {
	readonly width: number;
	readonly height: number;
	readonly words: readonly PlacedWord[];
}

/** Reads what `pdftotext -bbox` writes, of the pages with these numbers. */
export function readPlacedWords(
	report: string,
	numbers: readonly number[],
): Map<number, WordsOfPage> {
	const pages = new Map<number, WordsOfPage>();
	for (const [index, page] of report.split('<page ').slice(1).entries()) {
		if (!numbers.includes(index + 1)) continue;
		const size = /^width="([\d.]+)" height="([\d.]+)"/.exec(page);
		const words = [...page.matchAll(word)].map(([, left, top, right, bottom, text = '']) => ({
			text: unescapeXml(text),
			left: Number(left),
			top: Number(top),
			right: Number(right),
			bottom: Number(bottom),
		}));
		pages.set(index + 1, { width: Number(size?.[1]), height: Number(size?.[2]), words });
	}
	return pages;
}

const word =
	/<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">([^<]*)<\/word>/g;
