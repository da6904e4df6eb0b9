import { isNativeError } from 'node:util/types';
import { ServiceError } from '../errors.ts';
import { UnreachableError } from './errors.ts';

const refused = 'refuses connections';
const slow = 'did not answer in time';
const cut = 'closed the connection before the answer was complete';
const noRoute = 'cannot be reached from the service';
const untrusted = 'has a TLS certificate that is not trusted';

// Codes of Node (errno, c-ares, OpenSSL) and undici, completed to a sentence that begins with the host.
const reasons: Readonly<Record<string, string>> = {
	ENOTFOUND: 'was not found in the DNS',
	EAI_AGAIN: 'could not be looked up in the DNS just now',
	ENODATA: 'has no address in the DNS',
	ECONNREFUSED: refused,
	ECONNRESET: cut,
	EPIPE: cut,
	UND_ERR_SOCKET: cut,
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cut,
	ETIMEDOUT: slow,
	UND_ERR_CONNECT_TIMEOUT: slow,
	UND_ERR_HEADERS_TIMEOUT: slow,
	UND_ERR_BODY_TIMEOUT: 'stopped sending before the answer was complete',
	UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
	EHOSTUNREACH: noRoute,
	ENETUNREACH: noRoute,
	EADDRNOTAVAIL: noRoute,
	CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate for another name',
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
	UNABLE_TO_GET_ISSUER_CERT: untrusted,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
	EPROTO: 'does not speak TLS at this port',
	Z_DATA_ERROR: 'sent a damaged compressed file',
	Z_BUF_ERROR: cut,
};

/** Turns what a request failed with into an error for the client; errors that are ours already pass through. */
export function describeFailure(host: string, error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	return new UnreachableError(host, reasonOf(error) ?? 'could not be fetched from', error);
}

function reasonOf(error: unknown): string | undefined {
	if (!isNativeError(error)) return undefined;
	// undici loses the parser's own code.
	if (error.name === 'HTTPParserError') return 'did not answer in HTTP';
	const code = 'code' in error ? String(error.code) : '';
	if (code.startsWith('ERR_SSL_')) return reasons.EPROTO;
	return reasons[code] ?? reasonOf(error.cause);
}
