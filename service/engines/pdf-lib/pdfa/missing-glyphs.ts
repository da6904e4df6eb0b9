import {
	PDFArray,
	PDFDict,
	type PDFDocument,
	PDFName,
	PDFNumber,
	PDFStream,
} from '@cantoo/pdf-lib';
import { type ContentOperation, contentOperations } from '../content/operations.ts';
import { type ContentString, contentStrings } from '../content/strings.ts';
import { pageContent } from '../content/walk-page.ts';
import {
	decodeStream,
	dictOf,
	elements,
	entry,
	listEntry,
	nameEntry,
	numberEntry,
} from '../entries.ts';
import type { Losses } from './losses.ts';

/** Operators that show text, and what each does before it does so (ISO 32000-1, 9.4.3). */
export const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** A font whose codes are pairs of bytes. */
export interface PairFont {
	/** Whether a code has no glyph: what is shown then is the box of `.notdef`. */
	isMissing(character: number): boolean;
	/** In thousandths of an em. */
	width(character: number): number;
}

/** Reads a composite font with the encoding Identity, as nearly all are; undefined for any other. */
export function readPairFont(font: PDFDict | undefined): PairFont | undefined {
	if (!/^Identity-[HV]$/.test(nameEntry(font, 'Encoding') ?? '')) return undefined;
	const descendant = dictOf(listEntry(font, 'DescendantFonts')[0]);
	if (!descendant) return undefined;
	const map = entry(descendant, 'CIDToGIDMap', PDFStream);
	const glyphs = map && decodeStream(map);
	const widths = readWidths(descendant);
	return {
		isMissing: (character) => {
			if (!glyphs) return character === 0;
			return ((glyphs[character * 2] ?? 0) << 8) + (glyphs[character * 2 + 1] ?? 0) === 0;
		},
		width: (character) => widths.get(character) ?? numberEntry(descendant, 'DW') ?? 1000,
	};
}

/** Widths of single characters (ISO 32000-1, 9.7.4.3). */
function readWidths(descendant: PDFDict): Map<number, number> {
	const widths = new Map<number, number>();
	const list = elements(entry(descendant, 'W', PDFArray));
	for (let at = 0; at < list.length; ) {
		const [first, second, third] = [list[at], list[at + 1], list[at + 2]];
		if (!(first instanceof PDFNumber)) break;
		if (second instanceof PDFArray) {
			for (const [index, width] of elements(second).entries())
				if (width instanceof PDFNumber) widths.set(first.asNumber() + index, width.asNumber());
			at += 2;
			continue;
		}
		if (!(second instanceof PDFNumber && third instanceof PDFNumber)) break;
		// More than 65536 characters no font has.
		const last = Math.min(second.asNumber(), 65_535);
		for (let character = first.asNumber(); character <= last; character++)
			widths.set(character, third.asNumber());
		at += 3;
	}
	return widths;
}

/** The pairs of bytes of a string. */
export function characters({ bytes }: ContentString): number[] {
	return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16BE(index * 2));
}

/** Leaves a gap where a font shows the box that means "no such character", which ISO 19005-2, 6.2.11.8 forbids. */
export function dropMissingGlyphs(pdf: PDFDocument, losses: Losses): void {
	const { context } = pdf;
	const fonts = new Map<PDFDict, PairFont | undefined>();
	let dropped = 0;
	for (const page of pdf.getPages()) {
		const content = rewritten(pageContent(page), page.node.Resources());
		if (content)
			page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
	}
	for (const [ref, object] of context.enumerateIndirectObjects()) {
		if (!(object instanceof PDFStream) || nameEntry(object.dict, 'Subtype') !== 'Form') continue;
		const content = rewritten(decodeStream(object), entry(object.dict, 'Resources', PDFDict));
		if (!content) continue;
		const form = context.flateStream(content);
		for (const [key, value] of object.dict.entries())
			if (!['/Filter', '/DecodeParms', '/Length'].includes(key.asString()))
				form.dict.set(key, value);
		context.assign(ref, form);
	}
	losses.add('characters that their font has no glyph for', dropped);

	function rewritten(content: Uint8Array, resources: PDFDict | undefined): Buffer | undefined {
		const parts: Uint8Array[] = [];
		let font: PairFont | undefined;
		let copied = 0;
		for (const operation of contentOperations(content)) {
			if (operation.operator === 'Tf') font = fontOf(resources, operation.operands[0]);
			if (!font || !showing.has(operation.operator)) continue;
			const replaced = withGaps(content, operation, font);
			if (replaced === undefined) continue;
			parts.push(content.subarray(copied, operation.start), Buffer.from(replaced, 'latin1'));
			copied = operation.end;
		}
		return copied > 0 ? Buffer.concat([...parts, content.subarray(copied)]) : undefined;
	}

	function fontOf(resources: PDFDict | undefined, name: unknown): PairFont | undefined {
		const dict = entry(entry(resources, 'Font', PDFDict), String(name).slice(1), PDFDict);
		if (dict && !fonts.has(dict)) fonts.set(dict, readPairFont(dict));
		return dict && fonts.get(dict);
	}

	/** The operation with numbers that move on in the place of missing characters; undefined where none is missing. */
	function withGaps(
		content: Uint8Array,
		{ operator, operands, start, end }: ContentOperation,
		font: PairFont,
	): string | undefined {
		const strings = contentStrings(content, start, end);
		const missing = strings.flatMap(characters).filter((one) => font.isMissing(one)).length;
		if (missing === 0) return undefined;
		dropped += missing;
		const gapped = strings.map((string) => ({ string, text: gaps(string, font) }));
		if (operator === 'TJ') {
			let text = '';
			let copied = start;
			for (const { string, text: replacement } of gapped) {
				text +=
					Buffer.from(content.subarray(copied, string.start)).toString('latin1') + replacement;
				copied = string.end;
			}
			return text + Buffer.from(content.subarray(copied, end)).toString('latin1');
		}
		const spacing = operator === '"' ? `${operands[0]} Tw ${operands[1]} Tc ` : '';
		const line = operator === 'Tj' ? '' : 'T* ';
		return `${spacing}${line}[${gapped.map(({ text }) => text).join('')}] TJ`;
	}
}

function gaps(string: ContentString, font: PairFont): string {
	return characters(string)
		.map((one) =>
			font.isMissing(one) ? ` -${font.width(one)} ` : `<${one.toString(16).padStart(4, '0')}>`,
		)
		.join('')
		.replaceAll('><', '');
}
