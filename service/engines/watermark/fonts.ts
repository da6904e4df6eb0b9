import type { Params } from '@filemill/operations';

/** A font that may be asked for, and the families that can stand for it, the best first. */
export interface FontWish {
	readonly families: readonly string[];
	readonly bold: boolean;
	readonly italic: boolean;
}

/** What stands for a font that is not installed: one of the same widths where there is one, else one that looks alike. */
const families: Readonly<Record<string, readonly string[]>> = {
	'Andale Mono': ['Andale Mono', 'DejaVu Sans Mono', 'Liberation Mono'],
	Arial: ['Arial', 'Liberation Sans'],
	'Arial Black': ['Arial Black', 'Liberation Sans', 'Arial'],
	'Courier New': ['Courier New', 'Liberation Mono'],
	Georgia: ['Georgia', 'Gelasio', 'DejaVu Serif'],
	Helvetica: ['Helvetica', 'Nimbus Sans', 'Liberation Sans'],
	'Helvetica Narrow': ['Helvetica Narrow', 'Nimbus Sans Narrow', 'Liberation Sans Narrow'],
	Impact: ['Impact', 'Anton', 'Liberation Sans Narrow', 'DejaVu Sans Condensed'],
	'Times New Roman': ['Times New Roman', 'Liberation Serif'],
	'Trebuchet MS': ['Trebuchet MS', 'Fira Sans', 'Carlito'],
	Verdana: ['Verdana', 'DejaVu Sans'],
};

/** The families and style that a name of the interface means. */
export function fontWish(name: Params<'watermark'>['font_name']): FontWish {
	const family = name.replace(/ (?:Bold ?Italic|BoldOblique|Bold|Italic|Oblique)$/, '');
	const style = name.slice(family.length);
	// These have one weight only, and it is heavy.
	const heavy = family === 'Arial Black' || family === 'Impact';
	return {
		families: families[family] ?? [family],
		bold: heavy || style.includes('Bold'),
		italic: /Italic|Oblique/.test(style),
	};
}
