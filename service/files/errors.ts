import { ServiceError } from '../errors.ts';

/** A file has more bytes than the service takes. */
export class FileTooLargeError extends ServiceError {
	override readonly name = 'FileTooLargeError';
	readonly code = 'FILE_TOO_LARGE';
	readonly status = 413;

	constructor(maxBytes: number) {
		super(`The file is larger than the ${maxBytes} bytes that this service takes.`);
	}
}
