import { PDFArray, PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { dictOf, entry, listEntry, nameEntry, numberEntry } from '../../entries.ts';
import type { Report } from './checked-pdf.ts';

/** Rules on a font with which something visible is written (ISO 19005-2, 6.2.11). */
export function checkFont(font: PDFDict, part: 1 | 2 | 3, report: Report): void {
	const name = nameEntry(font, 'BaseFont') ?? 'without name';
	const say = (what: string) => report(`the font ${name} ${what}`);
	const type = nameEntry(font, 'Subtype');
	if (type === 'Type3') return;
	if (type === 'Type0') checkComposite(font);
	else checkSimple(font);

	function checkComposite(composite: PDFDict): void {
		const encoding = composite.lookup(PDFName.of('Encoding'));
		const isIdentity = /^Identity-[HV]$/.test(nameEntry(composite, 'Encoding') ?? '');
		if (!isIdentity && !(encoding instanceof PDFStream))
			say('has an encoding that is not embedded');
		const descendant = dictOf(listEntry(composite, 'DescendantFonts')[0]);
		if (!descendant) {
			say('is damaged');
			return;
		}
		checkEmbedded(descendant);
		if (nameEntry(descendant, 'Subtype') !== 'CIDFontType2') return;
		const map = descendant.lookup(PDFName.of('CIDToGIDMap'));
		if (!(map instanceof PDFStream) && nameEntry(descendant, 'CIDToGIDMap') !== 'Identity')
			say('does not say which character is which glyph');
	}

	function checkSimple(simple: PDFDict): void {
		const descriptor = checkEmbedded(simple);
		// Needed also of the 14 fonts that readers are supposed to have.
		if (!entry(simple, 'Widths', PDFArray)) say('does not say how wide its characters are');
		if (type !== 'TrueType') return;
		const symbolic = ((numberEntry(descriptor, 'Flags') ?? 0) & 4) !== 0;
		const encoding = simple.lookup(PDFName.of('Encoding'));
		const base =
			encoding instanceof PDFDict
				? nameEntry(encoding, 'BaseEncoding')
				: nameEntry(simple, 'Encoding');
		if (symbolic && encoding) say('is one of symbols but has an encoding');
		if (!symbolic && !['MacRomanEncoding', 'WinAnsiEncoding'].includes(base ?? ''))
			say('has no encoding that PDF/A knows');
		if (part === 1 && !symbolic && entry(dictOf(encoding), 'Differences', PDFArray))
			say('has an encoding of its own');
	}

	function checkEmbedded(one: PDFDict): PDFDict | undefined {
		const descriptor = entry(one, 'FontDescriptor', PDFDict);
		const files = ['FontFile', 'FontFile2', 'FontFile3'];
		if (!files.some((key) => entry(descriptor, key, PDFStream))) say('is not embedded');
		if (part > 1 || !/^[A-Z]{6}\+/.test(name)) return descriptor;
		// ISO 19005-1, 6.3.5: a subset lists what is in it.
		const subtype = nameEntry(one, 'Subtype') ?? '';
		if (subtype.startsWith('CID') && !entry(descriptor, 'CIDSet', PDFStream))
			say('is a part of a font that does not list its characters');
		if (subtype.endsWith('Type1') && !descriptor?.has(PDFName.of('CharSet')))
			say('is a part of a font that does not list its characters');
		return descriptor;
	}
}
