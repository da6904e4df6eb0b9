import { extname } from 'node:path';
import { extension } from 'mime-types';
import { cleanFilename } from './clean-filename.ts';
import { parseDisposition } from './parse-disposition.ts';

/** The name of a file that comes over HTTP: from Content-Disposition, else its address, else "file"; with the extension of its type where it has none. */
export function suggestFilename(sent: {
	readonly disposition?: string;
	readonly contentType?: string;
	readonly url?: URL;
	/** Whether it came as a part of a form, which writes Content-Disposition in its own way. */
	readonly form?: boolean;
}): string {
	const { filename = '' } = parseDisposition(sent.disposition ?? '', { form: sent.form });
	const name = cleanFilename(filename) ?? cleanFilename(lastSegment(sent.url)) ?? 'file';
	return extname(name) === '' ? `${name}${extensionOf(sent.contentType)}` : name;
}

function lastSegment(url?: URL): string {
	const segment = url?.pathname.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function extensionOf(contentType = ''): string {
	// "Some bytes" is no type.
	if (/^(application|binary)\/octet-stream\b/i.test(contentType)) return '';
	const found = extension(contentType);
	return found ? `.${found}` : '';
}
