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
	const lines = words.words.map((word) => show(word, placement(page, words), characters));
	return ['BT', '3 Tr', ...lines, 'ET'].join('\n');
}

/** From the page as it is seen, measured from its top left corner, to its own space. */
function placement(page: PDFPage, { width, height }: WordsOfPage) {
	const { x, y, width: w, height: h } = page.getMediaBox();
	const turn = ((page.getRotation().angle % 360) + 360) % 360;
	const [across, down] = turn % 180 === 0 ? [w / width, h / height] : [h / width, w / height];
	const placements: Readonly<Record<number, (left: number, top: number) => number[]>> = {
		0: (left, top) => [1, 0, 0, 1, x + left, y + h - top],
		90: (left, top) => [0, 1, -1, 0, x + top, y + left],
		180: (left, top) => [-1, 0, 0, -1, x + w - left, y + top],
		270: (left, top) => [0, -1, 1, 0, x + w - top, y + h - left],
	};
	const upright = placements[turn] ?? placements[0];
	return { across, down, matrix: (left: number, top: number) => upright?.(left, top) ?? [] };
}

function show(
	{ text, left, top, right, bottom }: PlacedWord,
	{ across, down, matrix }: ReturnType<typeof placement>,
	characters: Map<string, number>,
): string {
	const codes = [...text].map((character) => {
		const known = characters.get(character) ?? characters.size + 1;
		characters.set(character, known);
		return known.toString(16).padStart(4, '0');
	});
	const size = Math.max((bottom - top) * down, 1);
	const natural = (codes.length * size * glyphWidth) / emUnits;
	const stretch = Math.max((((right - left) * across) / natural) * 100, 1);
	const baseline = bottom * down - size * 0.2;
	const placed = matrix(left * across, baseline)
		.map(decimal)
		.join(' ');
	return `/UnseenText ${decimal(size)} Tf ${decimal(stretch)} Tz ${placed} Tm <${codes.join('')}> Tj`;
}

function decimal(value: number): string {
	return String(Math.round(value * 1000) / 1000);
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
