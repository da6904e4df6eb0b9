import { readFile } from 'node:fs/promises';
import * as fontkit from '@cantoo/fontkit';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { decimal } from './matrix.ts';
import type { Stamp, TextStamp } from './stamp.ts';

/** Of the size of the font, from one line to the next. */
const leading = 1.2;

/** A text as a form, and the characters that its font lacks. */
export async function textForm(
	pdf: PDFDocument,
	{ text, font, size, color, align }: TextStamp,
	group: object,
): Promise<Stamp & { readonly missing: string }> {
	pdf.registerFontkit(fontkit);
	const bytes = await readFile(font.file);
	const embedded = await pdf.embedFont(bytes, {
		subset: true,
		postscriptName: font.postscriptName,
	});
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.replaceAll('\t', ' '));
	const widths = lines.map((line) =>
		runsOf(line).reduce((sum, run) => sum + embedded.widthOfTextAtSize(run, size), 0),
	);
	const { ascent, descent } = metricsOf(bytes, font, size);
	// A text of blanks that a font lacks has no width, and nothing can be scaled to it.
	const width = Math.max(...widths, size / 10);
	const height = ascent + descent + (lines.length - 1) * size * leading;
	const indents = { left: 0, center: 0.5, right: 1 } as const;
	const shown = lines.map((line, index) => {
		const x = (width - (widths[index] ?? 0)) * indents[align];
		const y = height - ascent - index * size * leading;
		const runs = runsOf(line).map((run) => `${embedded.encodeText(run)} Tj`);
		return `1 0 0 1 ${decimal(x)} ${decimal(y)} Tm ${runs.join(' ')}`;
	});
	const content = [
		'BT',
		`${color.map(decimal).join(' ')} rg`,
		`/F ${decimal(size)} Tf`,
		...shown,
		'ET',
	];
	const form = pdf.context.flateStream(content.join('\n'), {
		...{ Type: 'XObject', Subtype: 'Form' },
		// Letters may reach over their line.
		BBox: [-size / 2, -size / 2, width + size / 2, height + size / 2],
		...group,
		Resources: { Font: { F: embedded.ref } },
	});
	const known = new Set(embedded.getCharacterSet());
	const missing = [...new Set(lines.join(''))].filter(
		(character) => !known.has(character.codePointAt(0) ?? 0) && !/[\s\p{C}]/u.test(character),
	);
	return { form: pdf.context.register(form), width, height, missing: missing.join('') };
}

/** How far the letters of a font reach above and below their line; pdf-lib tells only both together. */
function metricsOf(bytes: Buffer, { postscriptName }: TextStamp['font'], size: number) {
	const font = postscriptName ? fontkit.create(bytes, postscriptName) : fontkit.create(bytes);
	// A collection of which no font was named.
	if (!font || !('unitsPerEm' in font)) return { ascent: size * 0.9, descent: size * 0.2 };
	const scale = size / font.unitsPerEm;
	return { ascent: font.ascent * scale, descent: Math.abs(font.descent) * scale };
}

const leftwards = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{M}`;
const run = new RegExp(
	`[${leftwards}](?:[${leftwards}\\s]*[${leftwards}])?|[^${leftwards}]+`,
	'gu',
);

/** The parts of a line that are written in one direction: fontkit takes each as a whole from right to left or not. */
function runsOf(line: string): string[] {
	// Marks alone turn nothing.
	return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(line)
		? (line.match(run) ?? [])
		: [line];
}
