import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { FileTooLargeError } from '../files/errors.ts';
import { parseDisposition } from '../files/parse-disposition.ts';
import { receiveFile } from '../files/receive-file.ts';
import { suggestFilename } from '../files/suggest-filename.ts';
import { readForm, readShort } from './read-form.ts';
import { InvalidUploadError, UploadAbortedError } from './upload-errors.ts';

/** The file of an upload, as it lies on disk, and the fields of the form that it came in. */
export interface Upload {
	/** Clean. */
	readonly filename: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	readonly fields: ReadonlyMap<string, string>;
}

interface UploadOptions {
	/** Where the file goes; has no file of that name yet. */
	readonly directory: string;
	readonly maxBytes: number;
}

const maxFields = 100;
const maxFieldBytes = 64 * 1024;

/**
 * Writes the one file of a request to a folder, by stream: the file part of a `multipart/form-data` body, or any other
 * body as it is. Nothing is left in the folder when it fails; the request stays open for an answer.
 * @throws InvalidUploadError, UploadAbortedError, FileTooLargeError
 */
export async function readUpload(
	request: IncomingMessage,
	options: UploadOptions,
): Promise<Upload> {
	const type = request.headers['content-type'] ?? '';
	if (/^\s*multipart\/form-data\b/i.test(type)) return readFormUpload(request, type, options);
	if (Number(request.headers['content-length'] ?? 0) > options.maxBytes) {
		throw new FileTooLargeError(options.maxBytes);
	}
	const filename = suggestFilename({
		disposition: request.headers['content-disposition'],
		contentType: type,
	});
	return { ...(await receive(bytesOf(request), filename, options)), fields: new Map() };
}

async function readFormUpload(
	request: IncomingMessage,
	type: string,
	options: UploadOptions,
): Promise<Upload> {
	const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
	const boundary = quoted ?? bare;
	if (boundary === undefined) throw new InvalidUploadError('is a form without a boundary');
	const fields = new Map<string, string>();
	let file: Omit<Upload, 'fields'> | undefined;
	try {
		for await (const { headers, body } of readForm(bytesOf(request), boundary)) {
			const disposition = headers.get('content-disposition') ?? '';
			const { name = '', filename } = parseDisposition(disposition, { form: true });
			if (filename === undefined && name !== 'file') {
				if (fields.size >= maxFields) throw new InvalidUploadError('has too many fields');
				fields.set(name, await readShort(body, { bytes: maxFieldBytes, what: 'a field' }));
				continue;
			}
			if (file) throw new InvalidUploadError('has more than one file');
			const contentType = headers.get('content-type');
			const suggested = suggestFilename({ disposition, contentType, form: true });
			file = await receive(body, suggested, options);
			// So sends a browser whose user chose no file.
			if (filename === '' && file.size === 0) throw noFile();
		}
		if (!file) throw noFile();
		return { ...file, fields };
	} catch (error) {
		if (file) await rm(file.path, { force: true });
		throw error;
	}
}

function noFile(): InvalidUploadError {
	return new InvalidUploadError('has no file; send it as the part "file" of the form');
}

async function receive(
	chunks: AsyncIterable<Uint8Array>,
	filename: string,
	{ directory, maxBytes }: UploadOptions,
): Promise<Omit<Upload, 'fields'>> {
	const file = path.join(directory, filename);
	const size = await receiveFile(chunks, file, { maxBytes });
	return { filename, path: file, size };
}

async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
	try {
		// Destroying the request would close the connection before the answer.
		yield* request.iterator({ destroyOnReturn: false });
	} catch (error) {
		throw new UploadAbortedError(error);
	}
	if (!request.complete) throw new UploadAbortedError();
}
