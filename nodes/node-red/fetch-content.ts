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
		try {
			return Buffer.from(await new Response(stream).arrayBuffer());
		} catch (cause) {
			connection.signal?.throwIfAborted();
			if (attempt >= attempts) throw new ConnectionError(file.url ?? '', cause);
		}
	}
}
