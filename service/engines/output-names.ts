import { cleanFilename, uniqueFilenames } from '../files/clean-filename.ts';
import { stemOf } from './extension.ts';

/** The name of an output by default: that of the input with the extension of its new format. */
export function nameWithFormat(filename: string, format: string): string {
	return clean(`${stemOf(filename)}.${format}`);
}

/** The name of one of several outputs of a file: `report-3.png`. */
export function nameOfPart(filename: string, number: number, format: string): string {
	return clean(`${stemOf(filename)}-${number}.${format}`);
}

/**
 * The names of a task's outputs, each of them unique. A name that the client chose counts the outputs at its `%d` or
 * `%04d`; without such a place it counts them before the extension, when there are several.
 */
export function nameOutputs(defaults: readonly string[], wanted: string | undefined): string[] {
	const unique = uniqueFilenames();
	return defaults.map((name, index) =>
		unique(wanted === undefined ? name : numbered(wanted, index + 1, defaults.length)),
	);
}

// The only places of printf that the interface knows; no other "%" means anything.
const place = /%(?:0(\d{1,2}))?d/;

function numbered(name: string, number: number, count: number): string {
	if (place.test(name))
		return clean(
			name.replace(place, (_, width: string | undefined) =>
				String(number).padStart(Number(width ?? 0), '0'),
			),
		);
	if (count === 1) return clean(name);
	const chosen = clean(name);
	const stem = stemOf(chosen);
	return clean(`${stem}-${number}${chosen.slice(stem.length)}`);
}

function clean(name: string): string {
	return cleanFilename(name) ?? 'file';
}
