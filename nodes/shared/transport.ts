/** A request that a host makes for the client. */
export interface HttpRequest<Stream> {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** A path below the service's address, such as `/v2/jobs`, or an absolute address. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly json?: unknown;
	/** A body to send as it is, and its length in bytes. */
	readonly stream?: Stream;
	readonly contentLength?: number;
	/** Whether the API key goes along; never to addresses that carry their own permission. */
	readonly authenticate: boolean;
	/** What the caller wants of a 2xx answer; all others are read as JSON. */
	readonly responseType: 'json' | 'stream';
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

/** The answer to a request. */
export interface HttpAnswer<Stream> {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The parsed JSON, or the text where it is none. */
	readonly body?: unknown;
	/** The content of a 2xx answer when a stream was asked for. */
	readonly stream?: Stream;
}

/**
 * How a host makes requests: rejects when no answer comes (or `signal` aborts), never because of its status; does not
 * follow redirects when it sends a stream.
 */
export type Transport<Stream> = (request: HttpRequest<Stream>) => Promise<HttpAnswer<Stream>>;

/** A file that a host has opened for sending. */
export interface OpenFile<Stream> {
	readonly stream: Stream;
	/** Bytes. */
	readonly size: number;
	readonly filename: string;
	readonly mimeType?: string;
}

/** What a host brings: requests, and a wait that ends (either way) when the signal aborts. */
export interface Connection<Stream> {
	readonly transport: Transport<Stream>;
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	readonly signal?: AbortSignal;
}
