import { contentDisposition } from './content-disposition.ts';
import type { FileReference } from './draft.ts';
import { ConnectionError, FilemillError } from './errors.ts';
import type { Task } from './job.ts';
import { isSuccess, mayPass, pause, refusal, send } from './request.ts';
import type { Connection, HttpAnswer, OpenFile } from './transport.ts';

const attempts = 4;
const longest = 6 * 3_600_000;

/** How a host opens a file that a draft refers to, anew each time. */
export type OpenReference<Stream> = (reference: FileReference) => Promise<OpenFile<Stream>>;

/**
 * Sends a file by stream to the task that waits for it. After a lost answer it looks first whether the task still
 * waits, and opens the file anew: a stream is sent once.
 */
export async function uploadFile<Stream>(
	connection: Connection<Stream>,
	task: Task,
	open: () => Promise<OpenFile<Stream>>,
	stillWaits: () => Promise<boolean>,
): Promise<void> {
	const { uploadUrl } = task;
	if (!uploadUrl) return;
	for (let attempt = 1; ; attempt++) {
		const answer = await put(connection, uploadUrl, await open());
		if (isSuccess(answer) || !(await stillWaits())) return;
		if (attempt >= attempts || !mayPass(answer)) throw uploadError(uploadUrl, answer);
		await pause(connection, attempt, answer);
	}
}

function put<Stream>(
	connection: Connection<Stream>,
	url: string,
	file: OpenFile<Stream>,
): Promise<HttpAnswer<Stream> | ConnectionError> {
	return send(connection, {
		method: 'PUT',
		url,
		headers: {
			'Content-Type': file.mimeType || 'application/octet-stream',
			'Content-Disposition': contentDisposition(file.filename),
		},
		stream: file.stream,
		contentLength: file.size,
		authenticate: false,
		responseType: 'json',
		timeoutMs: longest,
	});
}

function uploadError<Stream>(
	url: string,
	answer: HttpAnswer<Stream> | ConnectionError,
): FilemillError {
	if (!(answer instanceof ConnectionError)) return refusal(answer);
	return new FilemillError(`The file could not be sent to ${new URL(url).origin}.`, {
		description:
			'The service hands out this address for uploads: set FILEMILL_BASE_URL there to one that can be reached from here.',
		cause: answer,
	});
}
