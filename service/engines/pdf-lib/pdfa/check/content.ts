import { PDFDict, PDFName } from '@cantoo/pdf-lib';
import { contentStreams } from '../../content/content-streams.ts';
import {
	type ContentOperation,
	contentOperations,
	type Operand,
} from '../../content/operations.ts';
import { contentStrings } from '../../content/strings.ts';
import { entry } from '../../entries.ts';
import { characters, type PairFont, readPairFont, showing } from '../missing-glyphs.ts';
import type { CheckedPdf, Report } from './checked-pdf.ts';
import { undefinedColour } from './colours.ts';

const deviceOperators: Readonly<Record<string, string>> = {
	rg: 'DeviceRGB',
	RG: 'DeviceRGB',
	k: 'DeviceCMYK',
	K: 'DeviceCMYK',
};
/** ISO 32000-1, 9.3.6: text that is neither painted nor cut out. */
const invisible = 3;
/** ISO 19005-2, 6.1.13. */
const mostSaved = 28;

/** Rules on content: colours, states, inline pictures; answers the fonts that write something visible. */
export function checkContent({ pdf, part, components }: CheckedPdf, report: Report): Set<PDFDict> {
	const fonts = new Set<PDFDict>();
	const pairFonts = new Map<PDFDict, PairFont | undefined>();
	for (const { where, resources, bytes } of contentStreams(pdf)) {
		let content: Uint8Array;
		try {
			content = bytes();
		} catch {
			report(`${where} cannot be read`);
			continue;
		}
		let text: { font: PDFDict | undefined; mode: number } = { font: undefined, mode: 0 };
		const saved: (typeof text)[] = [];
		for (const operation of contentOperations(content)) {
			const { operator, operands } = operation;
			if (operator === 'q') saved.push(text);
			if (operator === 'Q') text = saved.pop() ?? text;
			if (saved.length > mostSaved) report(`${where} saves its state too deep`);
			if (operator === 'Tf') text = { ...text, font: named('Font', operands[0], resources) };
			if (operator === 'Tr') text = { ...text, mode: Number(operands[0]) };
			if (showing.has(operator) && text.mode !== invisible) {
				if (text.font) fonts.add(text.font);
				else report(`${where} writes with a font that is not there`);
			}
			// ISO 19005-2, 6.2.11.8, whether it is seen or not.
			if (
				part > 1 &&
				showing.has(operator) &&
				text.font &&
				hasMissing(text.font, content, operation)
			)
				report(`${where} shows characters that their font has no glyph for`);
			const colour = colourOf(operation, resources, components);
			if (colour) report(`${where} uses ${colour}`);
			if (operator === 'PS') report(`${where} has PostScript code`);
			if (operator === 'BI' && isLzw(operands)) report(`${where} uses LZW compression`);
		}
	}
	return fonts;

	function hasMissing(
		font: PDFDict,
		content: Uint8Array,
		{ start, end }: ContentOperation,
	): boolean {
		if (!pairFonts.has(font)) pairFonts.set(font, readPairFont(font));
		const pairs = pairFonts.get(font);
		if (!pairs) return false;
		return contentStrings(content, start, end).flatMap(characters).some(pairs.isMissing);
	}
}

function named(category: string, operand: Operand | undefined, resources: PDFDict | undefined) {
	if (typeof operand !== 'string') return undefined;
	return entry(entry(resources, category, PDFDict), operand.slice(1), PDFDict);
}

function colourOf(
	{ operator, operands }: ContentOperation,
	resources: PDFDict | undefined,
	components: number,
): string | undefined {
	const device = deviceOperators[operator];
	if (device) return undefinedColour(PDFName.of(device), components);
	if (operator === 'cs' || operator === 'CS') return judge(operands[0]);
	if (operator !== 'BI') return undefined;
	return operands.map(judge).find((colour) => colour !== undefined);

	/** A space of the resources, or a device space by its own name. */
	function judge(operand: Operand | undefined): string | undefined {
		if (typeof operand !== 'string') return undefined;
		const name = PDFName.of(operand.slice(1));
		const space = entry(resources, 'ColorSpace', PDFDict)?.lookup(name);
		return undefinedColour(space ?? name, components);
	}
}

function isLzw(operands: readonly Operand[]): boolean {
	return operands.includes('/LZW') || operands.includes('/LZWDecode');
}
