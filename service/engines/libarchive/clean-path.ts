import { cleanFilename } from '../../files/clean-filename.ts';

/**
 * The segments of a name inside an archive, each safe as a file name; nothing of it leads up or to a root. The name of
 * the file itself is the last; empty where nothing is left.
 */
export function cleanPath(name: string): string[] {
	return name
		.split(/[/\\]+/)
		.filter((segment) => !/^\.{0,2}$/.test(segment.trim()))
		.map(cleanSegment);
}

/** A dot at the beginning hides a file on Unix, which is no harm below a folder of its own. */
function cleanSegment(segment: string): string {
	const printable = segment.replaceAll(/\p{Cc}/gu, '_');
	const clean = cleanFilename(printable) ?? '_';
	return printable.startsWith('.') ? `.${clean}` : clean;
}

/** Whether a name leads out of the folder that it is unpacked in. */
export function isEscape(name: string): boolean {
	return /^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name);
}
