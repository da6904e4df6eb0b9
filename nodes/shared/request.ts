import { ConnectionError, RefusedError } from './errors.ts';
import { isObject } from './json.ts';
import type { Connection, HttpAnswer, HttpRequest } from './transport.ts';

const passing = new Set([429, 502, 503, 504]);
const longestPause = 30_000;

/**
 * Makes a request that may safely be repeated: again after a lost connection or a passing refusal, up to `attempts`
 * times.
 * @throws ConnectionError, or RefusedError for an answer that is not 2xx.
 */
export async function request<Stream>(
	connection: Connection<Stream>,
	wanted: Omit<HttpRequest<Stream>, 'signal' | 'stream'>,
	attempts = 4,
): Promise<HttpAnswer<Stream>> {
	for (let attempt = 1; ; attempt++) {
		const answer = await send(connection, wanted);
		if (isSuccess(answer)) return answer;
		if (attempt >= attempts || !mayPass(answer)) throw refusal(answer);
		await pause(connection, attempt, answer);
	}
}

/** Makes a request once; a lost connection becomes a `ConnectionError` in the place of the answer. */
export async function send<Stream>(
	{ transport, signal }: Connection<Stream>,
	wanted: HttpRequest<Stream>,
): Promise<HttpAnswer<Stream> | ConnectionError> {
	signal?.throwIfAborted();
	try {
		return await transport({ ...wanted, signal });
	} catch (cause) {
		signal?.throwIfAborted();
		return new ConnectionError(wanted.url, cause);
	}
}

export function isSuccess<Stream>(
	answer: HttpAnswer<Stream> | ConnectionError,
): answer is HttpAnswer<Stream> {
	return !(answer instanceof ConnectionError) && answer.status >= 200 && answer.status < 300;
}

/** Whether the same request may be answered otherwise a little later. */
export function mayPass<Stream>(answer: HttpAnswer<Stream> | ConnectionError): boolean {
	return answer instanceof ConnectionError || passing.has(answer.status);
}

/** Waits before the next attempt: as long as `Retry-After` asks, else twice as long each time. */
export async function pause<Stream>(
	{ sleep, signal }: Connection<Stream>,
	attempt: number,
	answer: HttpAnswer<Stream> | ConnectionError,
): Promise<void> {
	const asked = answer instanceof ConnectionError ? 0 : Number(answer.headers['retry-after'] ?? 0);
	const milliseconds = asked > 0 ? asked * 1000 : 250 * 2 ** attempt;
	await sleep(Math.min(milliseconds, longestPause), signal);
	signal?.throwIfAborted();
}

/** The error for an answer that is not 2xx. */
export function refusal<Stream>(
	answer: HttpAnswer<Stream> | ConnectionError,
): ConnectionError | RefusedError {
	if (answer instanceof ConnectionError) return answer;
	const { status, body } = answer;
	const { message, code, errors } = isObject(body) ? body : {};
	return new RefusedError(
		status,
		typeof code === 'string' ? code : `HTTP_${status}`,
		typeof message === 'string' ? message : `The Filemill service answered with status ${status}.`,
		isObject(errors) ? Object.entries(errors).map(describe) : [],
	);
}

/** `tasks.<name>.<parameter>` is how the service names what is not right. */
function describe([field, messages]: [string, unknown]): string {
	const [, task, parameter] = /^tasks\.([^.]+)\.?(.*)$/.exec(field) ?? [];
	const subject = task ? `Task "${task}"${parameter ? `, parameter "${parameter}"` : ''}` : field;
	return `${subject}: ${[messages].flat().join(' ')}`;
}
