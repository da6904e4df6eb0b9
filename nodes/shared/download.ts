import { FilemillError } from './errors.ts';
import type { ResultFile } from './job.ts';
import { request } from './request.ts';
import type { Connection } from './transport.ts';

const longest = 6 * 3_600_000;

/** An exported file as it comes in. */
export interface Download<Stream> {
	readonly stream: Stream;
	readonly mimeType: string;
}

/**
 * Opens the content of an exported file at its own address, without the API key.
 * @throws FilemillError when the address cannot be reached from here or the file has expired.
 */
export async function download<Stream>(
	connection: Connection<Stream>,
	file: ResultFile,
): Promise<Download<Stream>> {
	if (!file.url) throw new NoDownloadError(file.filename, 'has no address');
	const { stream, headers } = await request(connection, {
		method: 'GET',
		url: file.url,
		authenticate: false,
		responseType: 'stream',
		timeoutMs: longest,
	});
	if (stream === undefined) throw new NoDownloadError(file.filename, 'came without content');
	const [mimeType = ''] = (headers['content-type'] ?? '').split(';');
	return { stream, mimeType: mimeType.trim() || 'application/octet-stream' };
}

/** An exported file cannot be fetched. */
export class NoDownloadError extends FilemillError {
	override readonly name = 'NoDownloadError';

	constructor(filename: string, reason: string) {
		super(`The file "${filename}" ${reason}.`, {
			description: 'Run the node again. Look into the log of the Filemill service if it stays so.',
		});
	}
}
