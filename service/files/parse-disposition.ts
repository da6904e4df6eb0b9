import { isUtf8 } from 'node:buffer';
import { decodeExtended, parse } from 'content-disposition';

/** What a Content-Disposition header names: a form's field, and a file as its sender calls it (not yet clean). */
export interface Disposition {
	readonly name?: string;
	readonly filename?: string;
}

// Clients send names bare, with blanks, quotes and semicolons in them: up to the next parameter that is known, or the end.
const bareFilename =
	/;\s*filename=(?!\s*")(.*?)\s*(?=;\s*(?:name|filename\*|size|(?:creation|modification|read)-date)\s*=|$)/i;

/**
 * Reads the header of an answer (RFC 6266) or of a part of a form (RFC 7578), as tolerantly as senders require.
 * `filename*` wins, raw UTF-8 is understood; in a form a backslash is a backslash and `%22` a quote, as browsers send.
 */
export function parseDisposition(header: string, { form = false } = {}): Disposition {
	const text = asUtf8(header);
	const {
		name,
		'filename*': extended,
		filename,
	} = parse(text, { extended: false, multipart: form }).parameters;
	const decoded = extended === undefined ? undefined : decodeExtended(extended);
	return { name, filename: decoded ?? bareFilename.exec(text)?.[1] ?? filename };
}

// Header bytes arrive as one character each.
function asUtf8(header: string): string {
	const bytes = Buffer.from(header, 'latin1');
	return bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString('utf8') : header;
}
