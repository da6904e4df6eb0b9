import { ServiceError } from '../../errors.ts';

/** A page was reached, but did not become what was to be captured in time. */
export class PageNotReadyError extends ServiceError {
	override readonly name = 'PageNotReadyError';
	readonly code = 'PAGE_NOT_READY';
	readonly status = 504;
	override readonly retryable = true;
}

/** An address leads to something that is no page. */
export class NotAPageError extends ServiceError {
	override readonly name = 'NotAPageError';
	readonly code = 'NOT_A_PAGE';
	readonly status = 422;

	constructor(host: string) {
		super(`"${host}" answered with a file to download, not with a page; fetch it with import/url.`);
	}
}

/** A page took all the memory that a page may take. */
export class PageTooLargeError extends ServiceError {
	override readonly name = 'PageTooLargeError';
	readonly code = 'PAGE_TOO_LARGE';
	readonly status = 422;

	constructor(host: string) {
		super(`The page of "${host}" took more than 4 GiB of memory and was given up.`);
	}
}
