import { download } from '../shared/download.ts';
import { ConnectionError } from '../shared/errors.ts';
import type { ResultFile } from '../shared/job.ts';
import type { Connection } from '../shared/transport.ts';
import type { ByteStream } from './held-file.ts';

const attempts = 3;

/**
 * The content of an exported file; begun anew when the connection breaks on the way.
 * @throws FilemillError, the signal's reason.
 */
export async function fetchContent(
	connection: Connection<ByteStream>,
	file: ResultFile,
): Promise<Buffer> {
	for (let attempt = 1; ; attempt++) {
		const { stream } = await download(connection, file);
		const content = await readAll(stream, file.size).catch((cause: unknown) => {
			connection.signal?.throwIfAborted();
			return new ConnectionError(file.url ?? '', cause);
		});
		if (Buffer.isBuffer(content)) return content;
		if (attempt >= attempts) throw content;
	}
}

/** Where the size is known, the file is never twice in memory. */
async function readAll(stream: ByteStream, size: number | undefined): Promise<Buffer> {
	if (size === undefined) return Buffer.from(await new Response(stream).arrayBuffer());
	const content = Buffer.alloc(size);
	let offset = 0;
	for await (const piece of stream) {
		content.set(piece, offset);
		offset += piece.length;
	}
	if (offset < size) throw new Error(`The file ended after ${offset} of ${size} bytes.`);
	return content;
}
