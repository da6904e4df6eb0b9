import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { InvalidRequestError } from '../jobs/errors.ts';

/** The signature of a signed URL does not fit what it asks for. */
export class WrongSignatureError extends ServiceError {
	override readonly name = 'WrongSignatureError';
	readonly code = 'FORBIDDEN';
	readonly status = 403;

	constructor() {
		super('The signature "s" does not fit this address.');
	}
}

/** What a signed URL asks for. */
export interface SignedUrl {
	/** The body of a job request, not validated yet. */
	readonly job: unknown;
	/** The same as it stood in the address. */
	readonly template: string;
	readonly cacheKey: string | undefined;
}

/**
 * Reads a signed URL: `<base>?job=<base64url>[&cache_key=<key>]&s=<hex>`, where `s` is the HMAC-SHA256 of all before
 * `&s=`. `query` is that of the request as it came, and `bases` are the addresses that it may have been signed for.
 * @throws WrongSignatureError, InvalidRequestError
 */
export function openSignedUrl(query: string, bases: readonly string[], secret: string): SignedUrl {
	const [, signed = '', signature = ''] = /^(.*)&s=([0-9a-f]{64})$/is.exec(query) ?? [];
	const right = bases.some((base) => {
		const expected = createHmac('sha256', secret).update(`${base}?${signed}`).digest();
		return timingSafeEqual(expected, Buffer.from(signature.padEnd(64, '0'), 'hex'));
	});
	if (!right) throw new WrongSignatureError();
	// Not URLSearchParams: some encoders leave the "+" of base64, which is no blank.
	const values = new Map(signed.split('&').map((pair) => split(pair)));
	const template = values.get('job') ?? '';
	const cacheKey = values.get('cache_key') || undefined;
	if (cacheKey !== undefined && !/^[A-Za-z0-9_-]{1,255}$/.test(cacheKey))
		throw new InvalidRequestError({
			cache_key: ['"cache_key" must be 1 to 255 letters, digits, "-" or "_".'],
		});
	return { job: decodeJob(template), template, cacheKey };
}

function split(pair: string): [string, string] {
	const [name = '', ...rest] = pair.split('=');
	return [name, rest.join('=')];
}

/** Encoders disagree on "+", "/" and "="; Node's decoder takes all of them. */
function decodeJob(template: string): unknown {
	try {
		return JSON.parse(Buffer.from(decodeURIComponent(template), 'base64').toString('utf8'));
	} catch {
		throw new InvalidRequestError({ job: ['"job" must be the JSON of a job, as base64url.'] });
	}
}
