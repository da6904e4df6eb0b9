import {
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type IWebhookFunctions,
	sleep,
} from 'n8n-workflow';
import { isObject } from '../shared/json.ts';
import type { Connection, HttpAnswer, HttpRequest } from '../shared/transport.ts';

/** Content on its way: what n8n opens for a stored file, or its bytes where n8n keeps files in memory. */
export type Content = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>> | Buffer;

/** Where n8n runs code of a node that makes requests: its work, its hooks when a workflow is switched on, its webhook. */
export type RequestContext = IExecuteFunctions | IHookFunctions | IWebhookFunctions;

/** Requests through n8n's own helper, which keeps to its proxy, its limits on addresses and its credentials. */
export function n8nConnection(context: RequestContext): Connection<Content> {
	return {
		transport: async (request) => readAnswer(context, request, await send(context, request)),
		sleep: sleepUnlessAborted,
		signal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
	};
}

async function sleepUnlessAborted(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const aborted = new Promise((resolve) => {
		signal?.addEventListener('abort', resolve, { once: true });
	});
	await Promise.race([sleep(milliseconds), aborted]);
}

/** `unknown`, since what comes back is whatever the other side sent. */
function send(context: RequestContext, request: HttpRequest<Content>): Promise<unknown> {
	if (!request.authenticate) return context.helpers.httpRequest(requestOptions(request));
	return context.helpers.httpRequestWithAuthentication.call(
		context,
		'filemillApi',
		requestOptions(request),
	);
}

function requestOptions(request: HttpRequest<Content>): IHttpRequestOptions {
	const { method, url, json, stream, contentLength, timeoutMs, signal } = request;
	const isDownload = request.responseType === 'stream';
	return {
		method,
		url,
		headers: {
			...request.headers,
			...(stream && { 'Content-Length': String(contentLength) }),
		},
		...(stream ? { body: stream } : isObject(json) && { body: json }),
		...(isDownload ? { encoding: 'stream' } : { json: true }),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would have to send the body again, so the whole of it would be kept in memory.
		disableFollowRedirect: stream !== undefined,
		timeout: timeoutMs,
		abortSignal: signal,
	};
}

async function readAnswer(
	context: RequestContext,
	request: HttpRequest<Content>,
	answer: unknown,
): Promise<HttpAnswer<Content>> {
	const { statusCode, headers, body } = isObject(answer) ? answer : {};
	const status = Number(statusCode);
	const known = { status, headers: readHeaders(headers) };
	if (request.responseType === 'json' || !isContent(body)) return { ...known, body };
	if (status >= 200 && status < 300) return { ...known, stream: body };
	const { helpers } = context;
	// Hooks, which have no such helper, ask for no files.
	return 'binaryToString' in helpers
		? { ...known, body: parse(await helpers.binaryToString(body)) }
		: known;
}

function readHeaders(headers: unknown): Record<string, string> {
	if (!isObject(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

function isContent(body: unknown): body is Content {
	return typeof body === 'object' && body !== null && ('pipe' in body || Buffer.isBuffer(body));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
