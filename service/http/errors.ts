import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { InvalidRequestError } from '../jobs/errors.ts';

/** The request carries no key, or a wrong one. */
export class UnauthenticatedError extends ServiceError {
	override readonly name = 'UnauthenticatedError';
	readonly code = 'UNAUTHENTICATED';
	readonly status = 401;

	constructor() {
		super('Unauthenticated.');
	}
}

/** The key of the request may not do this. */
export class ForbiddenError extends ServiceError {
	override readonly name = 'ForbiddenError';
	readonly code = 'FORBIDDEN';
	readonly status = 403;

	constructor(scope: string) {
		super(`This API key lacks the scope "${scope}". Use a key that has it.`);
	}
}

/** The key has created as many jobs as it may for now. */
export class TooManyRequestsError extends ServiceError {
	override readonly name = 'TooManyRequestsError';
	readonly code = 'TOO_MANY_REQUESTS';
	readonly status = 429;
	override readonly retryable = true;

	override readonly retryAfter: number;

	constructor(limit: number, seconds: number) {
		super(
			`This API key may create ${limit} jobs and tasks in a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
		);
		this.retryAfter = seconds;
	}
}

/** A query value that cannot be understood. */
export class InvalidQueryError extends ServiceError {
	override readonly name = 'InvalidQueryError';
	readonly code = 'INVALID_DATA';
	readonly status = 422;

	constructor(name: string, value: unknown, wanted: string) {
		super(`Query value "${name}" ${wanted}, but is ${JSON.stringify(value)}.`);
	}
}

/** Faults that Fastify finds before a route runs, in our words. */
const requestFaults: Readonly<Record<string, { code: string; message: string }>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: {
		code: 'BODY_TOO_LARGE',
		message:
			'The request body is larger than FILEMILL_MAX_BODY allows. Send large files by import/upload.',
	},
	FST_ERR_CTP_INVALID_MEDIA_TYPE: {
		code: 'UNSUPPORTED_MEDIA_TYPE',
		message: 'The request body must be JSON, with "Content-Type: application/json".',
	},
	FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'INVALID_JSON', message: 'The request body is empty.' },
	FST_ERR_CTP_INVALID_JSON_BODY: {
		code: 'INVALID_JSON',
		message: 'The request body is no valid JSON.',
	},
};

/** Answers any failure of a request: `{message, code, errors?}`, and nothing of the inside. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
	if (error instanceof ServiceError) {
		const errors = error instanceof InvalidRequestError ? { errors: error.errors } : {};
		if (error.status >= 500) request.log.error({ err: error }, 'request failed');
		if (error.retryAfter !== undefined) reply.header('Retry-After', error.retryAfter);
		reply.code(error.status).send({ message: error.message, code: error.code, ...errors });
		return;
	}
	const { statusCode = 500, code = '' } = asFastifyError(error);
	if (statusCode < 500) {
		const known = requestFaults[code] ?? {
			code: 'INVALID_REQUEST',
			message: 'The request is not valid.',
		};
		reply.code(statusCode).send({ message: known.message, code: known.code });
		return;
	}
	request.log.error({ err: error }, 'request failed');
	reply
		.code(500)
		.send({ message: 'The service failed at this request. Its log says why.', code: 'INTERNAL' });
}

function asFastifyError(error: unknown): Partial<FastifyError> {
	return error instanceof Error ? error : {};
}
