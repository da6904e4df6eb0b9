import type { HttpAnswer, Transport } from '../shared/transport.ts';
import type { ByteStream } from './held-file.ts';

/** Requests through the fetch of Node.js to the service at `baseUrl`. */
export function fetchTransport(baseUrl: string, apiKey: string): Transport<ByteStream> {
	return async (request) => {
		const { method, url, json, stream, contentLength, responseType, timeoutMs, signal } = request;
		const headers = new Headers(request.headers);
		if (request.authenticate) headers.set('Authorization', `Bearer ${apiKey}`);
		if (json !== undefined) headers.set('Content-Type', 'application/json');
		if (contentLength !== undefined) headers.set('Content-Length', String(contentLength));

		const options: RequestInit & { duplex: 'half' } = {
			method,
			headers,
			body: stream ?? (json === undefined ? undefined : JSON.stringify(json)),
			// A body that streams goes out before the answer comes, and cannot be sent again elsewhere.
			duplex: 'half',
			redirect: stream ? 'manual' : 'follow',
			signal: firstOf(signal, timeoutMs),
		};
		const response = await fetch(url.startsWith('/') ? baseUrl + url : url, options);
		return readAnswer(response, responseType);
	};
}

/** Waits; ends early when the signal aborts. n8n's rules for the package forbid timers of our own. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = () => resolve();
		AbortSignal.timeout(milliseconds).addEventListener('abort', end);
		signal?.addEventListener('abort', end);
		if (signal?.aborted) resolve();
	});
}

function firstOf(signal?: AbortSignal, timeoutMs?: number): AbortSignal | undefined {
	if (timeoutMs === undefined) return signal;
	const timeout = AbortSignal.timeout(timeoutMs);
	return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

async function readAnswer(
	response: Response,
	responseType: 'json' | 'stream',
): Promise<HttpAnswer<ByteStream>> {
	const { status, body } = response;
	const headers = Object.fromEntries(response.headers);
	if (response.ok && responseType === 'stream' && body) return { status, headers, stream: body };
	const text = await response.text();
	try {
		return { status, headers, body: JSON.parse(text) };
	} catch {
		return { status, headers, body: text };
	}
}
