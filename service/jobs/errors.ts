import { ServiceError } from '../errors.ts';

/** Field (as `tasks.<name>.<parameter>`) to what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that cannot be accepted; names each field at fault and what would be right. */
export class InvalidRequestError extends ServiceError {
	override readonly name = 'InvalidRequestError';
	readonly code = 'INVALID_DATA';
	readonly status = 422;
	readonly errors: FieldErrors;

	constructor(errors: FieldErrors) {
		const sentences = Object.values(errors).flat();
		const more = sentences.length > 1 ? ` (and ${sentences.length - 1} more)` : '';
		super(`${sentences[0] ?? 'The request is not valid.'}${more}`);
		this.errors = errors;
	}
}

/** There is no such job, task or file, or no longer. */
export class NotFoundError extends ServiceError {
	override readonly name = 'NotFoundError';
	readonly code = 'NOT_FOUND';
	readonly status = 404;

	constructor(what: string) {
		super(`There is no such ${what}, or it has expired.`);
	}
}

/** An idempotency key came again with another request. */
export class IdempotencyKeyReusedError extends ServiceError {
	override readonly name = 'IdempotencyKeyReusedError';
	readonly code = 'IDEMPOTENCY_KEY_REUSED';
	readonly status = 422;

	constructor() {
		super('This Idempotency-Key was used for another request. Send a new key with a new job.');
	}
}

/** An API key has as many jobs that wait or run as it may. */
export class TooManyJobsError extends ServiceError {
	override readonly name = 'TooManyJobsError';
	readonly code = 'TOO_MANY_REQUESTS';
	readonly status = 429;
	override readonly retryable = true;
	override readonly retryAfter = 5;

	constructor(limit: number) {
		super(
			`This API key may have ${limit} jobs and tasks that wait or run at the same time. Try again when one has ended.`,
		);
	}
}

/** What is asked does not fit the state a task is in. */
export class StateError extends ServiceError {
	override readonly name = 'StateError';
	readonly code = 'INVALID_STATE';
	readonly status = 409;
}

/** A task whose input task failed cannot run. */
export class InputTaskFailedError extends ServiceError {
	override readonly name = 'InputTaskFailedError';
	readonly code = 'INPUT_TASK_FAILED';
	readonly status = 422;

	constructor(task: string) {
		super(`Its input task "${task}" failed, so this task could not run.`);
	}
}

/** A task cannot run, because one that it takes files from was deleted. */
export class InputTaskGoneError extends ServiceError {
	override readonly name = 'InputTaskGoneError';
	readonly code = 'INPUT_TASK_FAILED';
	readonly status = 422;

	constructor() {
		super('An input task was deleted, so this task could not run.');
	}
}

/** A task was cut off more often than it may be started again. */
export class InterruptedError extends ServiceError {
	override readonly name = 'InterruptedError';
	readonly code = 'INTERRUPTED';
	readonly status = 500;

	constructor(times: number) {
		super(`The service stopped ${times} times while this task ran, so it was given up.`);
	}
}
