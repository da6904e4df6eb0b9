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

/** The name, or the first of `name-2.pdf`, `name-3.pdf` … that is not taken; upper and lower case count as the same. */
export function uniqueFilename(name: string, taken: Iterable<string>): string {
	const used = new Set([...taken].map((one) => one.toLowerCase()));
	let candidate = name;
	for (let count = 2; used.has(candidate.toLowerCase()); count++) {
		candidate = shorten(name, `-${count}`);
	}
	return candidate;
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
