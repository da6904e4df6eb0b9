import { basename } from 'node:path';

const maxBytes = 255;

/**
 * The name as it is safe on every system and in every archive: one path segment of at most 255 bytes of UTF-8 that keeps
 * its extension. Undefined when nothing is left of it, or when it has control characters.
 */
export function cleanFilename(name: string): string | undefined {
	const segment = basename(name.replaceAll('\\', '/'));
	if (/\p{Cc}/u.test(segment)) return undefined;
	const portable = segment
		.toWellFormed()
		.normalize('NFC')
		// Marks that reverse text make "gpj.exe" of "exe.jpg" (Unicode TR36, 2.10).
		.replaceAll(/[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
		// Windows allows none of these; a colon also names an NTFS stream.
		.replaceAll(/[<>:"|?*]/g, '_')
		.replaceAll(/^[.\s]+|[.\s]+$/g, '');
	if (portable === '') return undefined;
	return shorten(
		/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(portable) ? `_${portable}` : portable,
	);
}

/** Tells equal names apart: gives each name as it is the first time, then as `name-2.pdf`, `name-3.pdf` …; upper and lower case count as the same. */
export function uniqueFilenames(): (name: string) => string {
	const taken = new Set<string>();
	// Where counting went on: thousands of equal names would else each count from the beginning.
	const counts = new Map<string, number>();
	return (name) => {
		const key = name.toLowerCase();
		let count = counts.get(key) ?? 1;
		let candidate = name;
		while (taken.has(candidate.toLowerCase())) candidate = shorten(name, `-${++count}`);
		counts.set(key, count);
		taken.add(candidate.toLowerCase());
		return candidate;
	};
}

function shorten(name: string, suffix = ''): string {
	// What follows the last dot of a long name is no extension when it is long itself.
	const [extension = ''] = /(?<=.)(?:\.tar)?\.[^.]{1,32}$/u.exec(name) ?? [];
	const room = maxBytes - Buffer.byteLength(suffix + extension);
	let stem = '';
	let bytes = 0;
	for (const character of name.slice(0, name.length - extension.length)) {
		bytes += Buffer.byteLength(character);
		if (bytes > room) break;
		stem += character;
	}
	return `${stem.trimEnd()}${suffix}${extension}`;
}
