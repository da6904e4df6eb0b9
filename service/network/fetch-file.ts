import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { FileTooLargeError } from '../files/errors.ts';
import { suggestFilename } from '../files/suggest-filename.ts';
import { describeFailure } from './describe-failure.ts';
import { HttpStatusError, TooManyRedirectsError, UnsupportedUrlError } from './errors.ts';
import { requestHeaders } from './request-headers.ts';

export interface FetchOptions {
	/** Sent to the origin of the address alone, never on to where it redirects. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Bytes; an answer that announces more is refused before it is read. */
	readonly maxBytes: number;
}

/** An answer whose file is yet to be read. */
export interface FetchedFile {
	readonly finalUrl: URL;
	/** Clean, from the answer's headers or the address. */
	readonly filename: string;
	/** Bytes, when the answer tells. */
	readonly size?: number;
	/** The file's bytes; fails with a `ServiceError`. */
	readonly body: AsyncIterable<Uint8Array>;
}

const maxRedirects = 5;

/** Requests a file, following up to five redirects; each is dialled through the same dispatcher, so checked like the first. */
export async function fetchFile(
	dispatcher: Dispatcher,
	address: string,
	{ headers = {}, signal, maxBytes }: FetchOptions,
): Promise<FetchedFile> {
	let url = parseUrl(address);
	let own: Readonly<Record<string, string>> = headers;
	for (let hop = 0; hop <= maxRedirects; hop++) {
		const answer = await send(dispatcher, url, own, signal);
		const location = header(answer, 'location');
		if (answer.statusCode < 300 || answer.statusCode > 399 || location === undefined) {
			return readAnswer(url, answer, { signal, maxBytes });
		}
		answer.body.destroy();
		const next = parseRedirect(location, url);
		if (next.origin !== url.origin) own = {};
		url = next;
	}
	throw new TooManyRedirectsError(url.host, maxRedirects);
}

async function send(
	dispatcher: Dispatcher,
	url: URL,
	own: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
	const defaults = { 'user-agent': 'Filemill', accept: '*/*', 'accept-encoding': 'identity' };
	const headers = { ...defaults, ...requestHeaders(url, own) };
	try {
		const answer = await request(new URL(url.pathname + url.search, url.origin), {
			dispatcher,
			signal,
			headers,
		});
		// A body that is given up emits an error, which nobody may be there to hear; its reader gets it all the same.
		answer.body.on('error', () => {});
		return answer;
	} catch (error) {
		signal.throwIfAborted();
		throw describeFailure(url.host, error);
	}
}

function readAnswer(
	url: URL,
	answer: Dispatcher.ResponseData,
	{ signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): FetchedFile {
	try {
		if (answer.statusCode < 200 || answer.statusCode > 299) {
			throw new HttpStatusError(url.host, answer.statusCode);
		}
		const decoder = decoders[header(answer, 'content-encoding')?.trim().toLowerCase() ?? ''];
		const length = header(answer, 'content-length');
		const size = decoder || length === undefined ? undefined : Number(length);
		if (size !== undefined && size > maxBytes) throw new FileTooLargeError(maxBytes);
		const filename = suggestFilename({
			disposition: header(answer, 'content-disposition'),
			contentType: header(answer, 'content-type'),
			url,
		});
		return { finalUrl: url, filename, size, body: readBody(url, answer.body, { decoder, signal }) };
	} catch (error) {
		answer.body.destroy();
		throw error;
	}
}

// Servers compress although asked not to; what is wanted is the file, not its coding on the way (RFC 9110, 8.4).
const decoders: Readonly<Record<string, () => Transform>> = {
	gzip: zlib.createGunzip,
	'x-gzip': zlib.createGunzip,
	deflate: zlib.createInflate,
	br: zlib.createBrotliDecompress,
	// RFC 9659, 3: no more than 8 MB of memory for it.
	zstd: () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
};

async function* readBody(
	url: URL,
	body: Readable,
	{ decoder, signal }: { decoder?: () => Transform; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
	const bytes = decoder ? pipeline(body, decoder(), () => {}) : body;
	try {
		yield* bytes;
	} catch (error) {
		signal.throwIfAborted();
		throw describeFailure(url.host, error);
	} finally {
		body.destroy();
	}
}

function parseUrl(address: string): URL {
	const url = URL.parse(address);
	if (!url) throw new UnsupportedUrlError('The address cannot be read as a URL');
	return supported(url, 'The address begins with');
}

function parseRedirect(location: string, base: URL): URL {
	// Header bytes arrive one a character, and servers send addresses in UTF-8 without encoding them.
	const url = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), base);
	if (!url) throw new UnsupportedUrlError(`"${base.host}" redirects to what is not a URL`);
	return supported(url, `"${base.host}" redirects to an address that begins with`);
}

function supported(url: URL, sentence: string): URL {
	if (/^https?:$/.test(url.protocol)) return url;
	throw new UnsupportedUrlError(`${sentence} "${url.protocol}"`);
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
	const value = answer.headers[name];
	return Array.isArray(value) ? value[0] : value;
}
