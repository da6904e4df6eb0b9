import { FilemillError, JobError, RefusedError } from '../shared/errors.ts';

/**
 * The error that a Catch node hears. Node-RED hands on the text and `code` (`msg.error.message`, `msg.error.code`) and
 * the cause (`msg.error.cause`, with `task` and `jobId`).
 */
export class NodeError extends Error {
	readonly code: string | undefined;
	readonly task: string | undefined;
	readonly jobId: string | undefined;

	constructor(cause: unknown) {
		super(wordsFor(cause), { cause });
		if (cause instanceof RefusedError || cause instanceof JobError) this.code = cause.code;
		if (cause instanceof JobError) {
			this.task = cause.task;
			this.jobId = cause.jobId;
		}
	}
}

/** What happened and how to get unstuck, as one text. */
export function wordsFor(error: unknown): string {
	if (error instanceof FilemillError) return `${error.message} ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}
