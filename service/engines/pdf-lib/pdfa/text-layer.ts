import {
	PDFDict,
	type PDFDocument,
	PDFHexString,
	PDFName,
	type PDFPage,
	type PDFRef,
	PDFString,
} from '@cantoo/pdf-lib';
import { entry } from '../entries.ts';
import { writeToUnicode } from '../to-unicode.ts';
import { emUnits, glyphlessFont, glyphWidth } from './glyphless-font.ts';
import type { PlacedWord, WordsOfPage } from './placed-words.ts';

/** Puts text that is read but not seen on pages that are pictures. */
export function addTextLayer(pdf: PDFDocument, pages: ReadonlyMap<number, WordsOfPage>): void {
	const characters = new Map<string, number>();
	const layers = new Map<PDFPage, string>();
	for (const [number, words] of pages) {
		const page = pdf.getPages()[number - 1];
		if (page) layers.set(page, layer(page, words, characters));
	}
	if (characters.size === 0) return;
	const font = embedFont(pdf, characters);
	for (const [page, content] of layers) {
		// The content as a list of streams, which can be added to.
		page.node.normalize();
		const resources = page.node.Resources() ?? pdf.context.obj({});
		page.node.set(PDFName.of('Resources'), resources);
		const fonts = entry(resources, 'Font', PDFDict) ?? pdf.context.obj({});
		resources.set(PDFName.of('Font'), fonts);
		fonts.set(PDFName.of('UnseenText'), font);
		const [before, after] = ['q\n', `\nQ\n${content}`].map((text) =>
			pdf.context.register(pdf.context.flateStream(text)),
		);
		// What the page leaves of its own state must not turn or tint the text.
		if (before && after) page.node.wrapContentStreams(before, after);
	}
}

function layer(page: PDFPage, words: WordsOfPage, characters: Map<string, number>): string {
	const space = spaceOf(page, words);
	const turned = readingOfTurned(words.words);
	const lines = words.words.map((word) =>
		show(word, isTurned(word) ? turned : 'right', { space, characters }),
	);
	return ['BT', '3 Tr', ...lines, 'ET'].join('\n');
}

/** From the page as it is seen, measured from its top left corner, to its own space: places and directions. */
interface Space {
	readonly across: number;
	readonly down: number;
	place(left: number, top: number): [number, number];
	direction(right: number, down: number): [number, number];
}

function spaceOf(page: PDFPage, { width, height }: WordsOfPage): Space {
	const { x, y, width: w, height: h } = page.getMediaBox();
	const turn = ((page.getRotation().angle % 360) + 360) % 360;
	const [seenWidth, seenHeight] = turn % 180 === 0 ? [w, h] : [h, w];
	// Of a page that was turned pdftotext tells the size before and the words after.
	const isSwapped = width > height !== seenWidth > seenHeight;
	const [across, down] = isSwapped
		? [seenWidth / height, seenHeight / width]
		: [seenWidth / width, seenHeight / height];
	const spaces: Readonly<Record<number, Pick<Space, 'place' | 'direction'>>> = {
		90: { place: (l, t) => [x + t, y + l], direction: (r, d) => [d, r] },
		180: { place: (l, t) => [x + w - l, y + t], direction: (r, d) => [-r, d] },
		270: { place: (l, t) => [x + w - t, y + h - l], direction: (r, d) => [-d, -r] },
	};
	const upright: Pick<Space, 'place' | 'direction'> = {
		place: (l, t) => [x + l, y + h - t],
		direction: (r, d) => [r, -d],
	};
	return { across, down, ...(spaces[turn] ?? upright) };
}

type Reading = 'right' | 'down' | 'up';

/** Where the next letter stands, and where the top of a letter is, on the page as it is seen. */
const readings = {
	right: { along: [1, 0], upwards: [0, -1] },
	down: { along: [0, 1], upwards: [1, 0] },
	up: { along: [0, -1], upwards: [-1, 0] },
} as const;

/** A word of several letters that is higher than wide stands on its side. */
function isTurned({ text, left, top, right, bottom }: PlacedWord): boolean {
	return text.length > 2 && bottom - top > 1.5 * (right - left);
}

/** Words on their side are read down where each is below the one before, as on a page that was turned clockwise. */
function readingOfTurned(words: readonly PlacedWord[]): Reading {
	const steps = words.slice(1).map((word, index) => {
		const before = words[index];
		if (!before || !isTurned(word) || !isTurned(before)) return 0;
		// A new line says nothing of the direction of reading.
		return word.left < before.right && before.left < word.right ? word.top - before.top : 0;
	});
	const downwards = steps.filter((step) => step > 0).length;
	return downwards > steps.filter((step) => step < 0).length ? 'down' : 'up';
}

function show(
	{ text, left, top, right, bottom }: PlacedWord,
	reading: Reading,
	{ space, characters }: { space: Space; characters: Map<string, number> },
): string {
	const codes = [...text].map((character) => {
		const known = characters.get(character) ?? characters.size + 1;
		characters.set(character, known);
		return known.toString(16).padStart(4, '0');
	});
	const box = {
		left: left * space.across,
		right: right * space.across,
		top: top * space.down,
		bottom: bottom * space.down,
	};
	const [width, height] = [box.right - box.left, box.bottom - box.top];
	const [length, size] = reading === 'right' ? [width, height] : [height, width];
	const points = Math.max(size, 1);
	const natural = (codes.length * points * glyphWidth) / emUnits;
	const stretch = Math.max((length / natural) * 100, 1);
	// A fifth of a letter is below its line.
	const under = points * 0.2;
	const origins = {
		right: [box.left, box.bottom - under],
		down: [box.left + under, box.top],
		up: [box.right - under, box.bottom],
	} as const;
	const { along, upwards } = readings[reading];
	const matrix = [
		...space.direction(along[0], along[1]),
		...space.direction(upwards[0], upwards[1]),
		...space.place(...origins[reading]),
	];
	const placed = matrix.map(decimal).join(' ');
	return `/UnseenText ${decimal(points)} Tf ${decimal(stretch)} Tz ${placed} Tm <${codes.join('')}> Tj`;
}

function decimal(value: number): string {
	return String(Math.round(value * 1000) / 1000 || 0);
}

function embedFont(pdf: PDFDocument, characters: ReadonlyMap<string, number>): PDFRef {
	const { context } = pdf;
	const program = glyphlessFont(characters.size + 1);
	const name = 'UnseenText';
	const descriptor = context.obj({
		Type: 'FontDescriptor',
		FontName: name,
		// Symbolic, of one width.
		Flags: 5,
		FontBBox: [0, 0, glyphWidth, emUnits],
		ItalicAngle: 0,
		Ascent: 800,
		Descent: -200,
		CapHeight: 800,
		StemV: 80,
		FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
	});
	const descendant = context.obj({
		Type: 'Font',
		Subtype: 'CIDFontType2',
		BaseFont: name,
		CIDToGIDMap: 'Identity',
		CIDSystemInfo: {
			Registry: PDFString.of('Adobe'),
			Ordering: PDFString.of('Identity'),
			Supplement: 0,
		},
		DW: glyphWidth,
		FontDescriptor: context.register(descriptor),
	});
	return context.register(
		context.obj({
			Type: 'Font',
			Subtype: 'Type0',
			BaseFont: name,
			Encoding: 'Identity-H',
			DescendantFonts: [context.register(descendant)],
			ToUnicode: context.register(context.flateStream(toUnicode(characters))),
		}),
	);
}

/** The map from codes to characters. */
function toUnicode(characters: ReadonlyMap<string, number>): string {
	const meanings = [...characters].map(([character, code]): [string, string] => [
		code.toString(16).padStart(4, '0'),
		// Without the mark of the order of bytes.
		PDFHexString.fromText(character).asString().slice(4),
	]);
	return writeToUnicode(new Map(meanings));
}
