import { extname } from 'node:path';
import { extension } from 'mime-types';
import { cleanFilename } from '../files/clean-filename.ts';
import { parseDisposition } from '../files/parse-disposition.ts';

/** The name of a fetched file: from Content-Disposition, else the address, else "file"; with an extension where the type tells one. */
export function suggestFilename(answer: {
	readonly disposition?: string;
	readonly contentType?: string;
	readonly url: URL;
}): string {
	const disposed = answer.disposition && parseDisposition(answer.disposition).filename;
	const name = cleanFilename(disposed ?? '') ?? cleanFilename(lastSegment(answer.url)) ?? 'file';
	return extname(name) === '' ? `${name}${extensionOf(answer.contentType)}` : name;
}

function lastSegment({ pathname }: URL): string {
	const segment = pathname.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function extensionOf(contentType = ''): string {
	// "Some bytes" is no type.
	if (/^(application\/octet-stream|binary\/octet-stream)\b/i.test(contentType)) return '';
	const found = extension(contentType);
	return found ? `.${found}` : '';
}
