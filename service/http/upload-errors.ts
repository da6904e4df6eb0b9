import { ServiceError } from '../errors.ts';

/** An upload that cannot be read; the reason completes "The upload …". */
export class InvalidUploadError extends ServiceError {
	override readonly name = 'InvalidUploadError';
	readonly code = 'INVALID_UPLOAD';
	readonly status = 422;

	constructor(reason: string) {
		super(`The upload ${reason}.`);
	}
}

/** The sender went away before all bytes had come. */
export class UploadAbortedError extends ServiceError {
	override readonly name = 'UploadAbortedError';
	readonly code = 'UPLOAD_ABORTED';
	readonly status = 400;
	override readonly retryable = true;

	constructor(cause?: unknown) {
		super('The upload ended before all of its bytes had come.', { cause });
	}
}
