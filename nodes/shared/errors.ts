/** Something that a person is told: what happened, and in `description` how to get unstuck. */
export class FilemillError extends Error {
	override readonly name: string = 'FilemillError';
	readonly description: string;

	constructor(message: string, options: { description: string; cause?: unknown }) {
		super(message, { cause: options.cause });
		this.description = options.description;
	}
}

/** No answer came from the service. */
export class ConnectionError extends FilemillError {
	override readonly name = 'ConnectionError';

	constructor(url: string, cause: unknown) {
		super(`No answer from ${hostOf(url)}.`, {
			description: `Check that the Filemill service runs and that its address can be reached from here${reasonOf(cause)}.`,
			cause,
		});
	}
}

/** The service answered that it will not do what was asked. */
export class RefusedError extends FilemillError {
	override readonly name = 'RefusedError';
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string, details: readonly string[] = []) {
		super(words[code] ?? message, { description: [...details, adviceFor(code, status)].join(' ') });
		this.status = status;
		this.code = code;
	}
}

/** A job ended without its result; `task` is the one where it began. */
export class JobError extends FilemillError {
	override readonly name = 'JobError';
	readonly code: string;
	readonly jobId: string;
	readonly task: string;

	constructor(failure: { jobId: string; task: string; code: string; message: string }) {
		const { jobId, task, code, message } = failure;
		super(`Task "${task}": ${message}`, {
			description: `${adviceFor(code)} Code ${code}, job ${jobId}.`,
		});
		this.code = code;
		this.jobId = jobId;
		this.task = task;
	}
}

/** The job is still at work when the time to wait for it is over. */
export class StillRunningError extends FilemillError {
	override readonly name = 'StillRunningError';
	readonly jobId: string;

	constructor(jobId: string, seconds: number) {
		super(`The job is still running after ${seconds} seconds.`, {
			description: `It goes on at the service: run the node again to get its result, or allow more time. Job ${jobId}.`,
		});
		this.jobId = jobId;
	}
}

/** What the interface says in one word. */
const words: Readonly<Record<string, string>> = {
	UNAUTHENTICATED: 'The Filemill service does not know this API key.',
};

const advice: Readonly<Record<string, string>> = {
	UNAUTHENTICATED: 'Check the API key of the service.',
	FORBIDDEN: 'Use an API key that has the scope for this.',
	NOT_FOUND: 'Jobs and files are removed some time after their end: run the workflow again.',
	TOO_MANY_REQUESTS: 'Wait a little, or send fewer jobs at a time.',
	INVALID_DATA: 'Correct the parameter named and run the node again.',
	INVALID_OPTION: 'Correct the parameter named and run the node again.',
	INVALID_FILE: 'Check that the file opens elsewhere and is of the format that its name says.',
	EMPTY_FILE: 'Check the node that makes the file: it has no content.',
	PASSWORD_REQUIRED: 'Give the password of the file, or remove it first.',
	WRONG_PASSWORD: 'Give the password that opens the file.',
	FORMAT_MISMATCH: 'Convert the file first, or give it the extension of its real format.',
	UNSUPPORTED: 'Choose another format, operation or engine.',
	ENGINE_MISSING: 'Install the engine where the service runs; "filemill doctor" says how.',
	CANCELLED: 'Someone cancelled the task: run the node again if its result is still wanted.',
	TIMEOUT: 'Allow the task more time with the option "Timeout", or send a smaller file.',
};

function adviceFor(code: string, status = 0): string {
	const known = advice[code];
	if (known) return known;
	if (status >= 500) return 'Look into the log of the Filemill service, then run the node again.';
	return 'Check the file and the parameters of this task, then run the node again.';
}

/** What the system says, such as which port of which machine refused; fetch wraps it. */
function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return '';
	const { message } = cause.cause instanceof Error ? cause.cause : cause;
	return message ? ` (${message})` : '';
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).origin : 'the Filemill service';
}
