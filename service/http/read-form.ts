import { ByteReader } from './byte-reader.ts';
import { InvalidUploadError } from './upload-errors.ts';

/** A part of a form; its body is to be read before the next part is asked for. */
export interface FormPart {
	/** By lower-case name, one character a byte. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: AsyncIterable<Buffer>;
}

const maxHeaderBytes = 16 * 1024;

/**
 * Reads a `multipart/form-data` body (RFC 7578) part by part, without holding any. Takes header lines as clients send
 * them: in any case, without blanks, with raw bytes of UTF-8.
 * @throws InvalidUploadError
 */
export async function* readForm(
	chunks: AsyncIterable<Buffer>,
	boundary: string,
): AsyncGenerator<FormPart> {
	// RFC 2046, 5.1.1: the line break before a boundary belongs to it, and the first boundary need not have one.
	const reader = new ByteReader(
		chunks,
		Buffer.from('\r\n'),
		() => new InvalidUploadError('ends before the last boundary of its form'),
	);
	const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
	await skip(reader.until(delimiter));
	while ((await reader.peek(2)).toString('latin1') !== '--') {
		const headers = await readHeaders(reader);
		const body = reader.until(delimiter);
		yield { headers, body };
		await skip(body);
	}
}

/**
 * Reads a body that has to be short as text.
 * @throws InvalidUploadError when it is longer
 */
export async function readShort(
	chunks: AsyncIterable<Buffer>,
	limit: { bytes: number; what: string; encoding?: BufferEncoding },
): Promise<string> {
	const read: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.length;
		if (size > limit.bytes) throw new InvalidUploadError(`has ${limit.what} that is too long`);
		read.push(chunk);
	}
	return Buffer.concat(read).toString(limit.encoding);
}

async function readHeaders(reader: ByteReader): Promise<ReadonlyMap<string, string>> {
	const block = await readShort(reader.until(Buffer.from('\r\n\r\n')), {
		bytes: maxHeaderBytes,
		what: 'a part with a header',
		encoding: 'latin1',
	});
	const [rest = '', ...lines] = block.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
	if (rest.trim() !== '') throw new InvalidUploadError('has a boundary with something behind it');
	return new Map(
		lines.map((line) => {
			const colon = line.indexOf(':');
			if (colon < 1) throw new InvalidUploadError('has a part with a header that is none');
			return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
}

async function skip(chunks: AsyncIterable<Buffer>): Promise<void> {
	for await (const _ of chunks);
}
