import axios, { type AxiosRequestConfig } from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';

/** A request that a node made. */
export interface SentRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Makes a request as the helper `httpRequest` of n8n 2.40 does: by axios, with its time-out of 300 s unless another is
 * given, redirects off on demand, and the full answer for any status.
 */
export async function n8nRequest(
	options: IHttpRequestOptions,
	log: SentRequest[],
): Promise<unknown> {
	const { method = 'GET', url, baseURL, headers = {}, body, json, encoding } = options;
	log.push({ method, url, headers });
	const request: AxiosRequestConfig = {
		method,
		url,
		baseURL,
		headers: { ...(json && { Accept: 'application/json' }), ...plainHeaders(headers) },
		data: body,
		maxRedirects: options.disableFollowRedirect ? 0 : undefined,
		responseType: encoding,
		timeout: options.timeout || 300_000,
		signal: options.abortSignal,
		maxBodyLength: Number.POSITIVE_INFINITY,
		maxContentLength: Number.POSITIVE_INFINITY,
		validateStatus: options.ignoreHttpStatusErrors ? () => true : undefined,
	};
	const answer = await axios.request(request);
	return { body: answer.data, headers: answer.headers, statusCode: answer.status };
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
