import { STATUS_CODES } from 'node:http';
import { ServiceError } from '../errors.ts';

/** A host lies, or one of its addresses lies, where only the operator may let the service go. Says nothing of the address itself. */
export class ForbiddenAddressError extends ServiceError {
	override readonly name = 'ForbiddenAddressError';
	readonly code = 'FORBIDDEN_ADDRESS';
	readonly status = 422;

	constructor(host: string) {
		super(
			`"${host}" is in a private or reserved network, where the service does not go. ` +
				'Its operator may allow it with FILEMILL_ALLOW_ADDRESSES.',
		);
	}
}

/** A host cannot be found, reached or spoken with; the reason completes the sentence that begins with the host. */
export class UnreachableError extends ServiceError {
	override readonly name = 'UnreachableError';
	readonly code = 'UNREACHABLE';
	readonly status = 502;
	override readonly retryable = true;

	constructor(host: string, reason: string, cause?: unknown) {
		super(`"${host}" ${reason}.`, { cause });
	}
}

/** A host answered, but not with the file or page. */
export class HttpStatusError extends ServiceError {
	override readonly name = 'HttpStatusError';
	readonly code = 'HTTP_STATUS';
	readonly status = 502;
	override readonly retryable: boolean;

	constructor(host: string, status: number, wanted: 'file' | 'page' = 'file') {
		const phrase = STATUS_CODES[status];
		super(`"${host}" answered ${status}${phrase ? ` (${phrase})` : ''} instead of the ${wanted}.`);
		this.retryable = status >= 500 || status === 408 || status === 429;
	}
}

/** An address leads from one redirect to the next. */
export class TooManyRedirectsError extends ServiceError {
	override readonly name = 'TooManyRedirectsError';
	readonly code = 'TOO_MANY_REDIRECTS';
	readonly status = 502;

	constructor(host: string, limit: number) {
		super(`"${host}" redirects more than ${limit} times.`);
	}
}

/** An address, as given or as redirected to, that is not one of http or https. */
export class UnsupportedUrlError extends ServiceError {
	override readonly name = 'UnsupportedUrlError';
	readonly code = 'UNSUPPORTED_URL';
	readonly status = 422;

	constructor(reason: string) {
		super(`${reason}, but only http and https addresses are fetched.`);
	}
}

/** An entry of FILEMILL_ALLOW_ADDRESSES that cannot be understood; for the operator. */
export class AllowListError extends Error {
	override readonly name = 'AllowListError';

	constructor(entry: string) {
		super(
			`"${entry}" is neither a host ("files.example", "files.example:8080"), an address ("10.0.0.7") ` +
				'nor an address range ("10.0.0.0/8").',
		);
	}
}
