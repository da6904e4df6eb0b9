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
		const content = await new Response(stream).arrayBuffer().catch((cause: unknown) => {
			connection.signal?.throwIfAborted();
			return new ConnectionError(file.url ?? '', cause);
		});
		if (content instanceof ArrayBuffer) return Buffer.from(content);
		if (attempt >= attempts) throw content;
	}
}
