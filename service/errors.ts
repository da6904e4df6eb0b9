/** A failure that is reported to the client under a stable code; its message is a sentence for the client. */
export abstract class ServiceError extends Error {
	abstract readonly code: string;
	/** The HTTP status when it answers a request. */
	abstract readonly status: number;
	/** Whether the same request may succeed later without a change. */
	readonly retryable: boolean = false;
	/** Seconds after which it may, where that can be told. */
	readonly retryAfter: number | undefined = undefined;
}

/** Parameters of a task do not fit the file or the engine, as only the engine can tell. */
export class InvalidOptionError extends ServiceError {
	override readonly name = 'InvalidOptionError';
	readonly code = 'INVALID_OPTION';
	readonly status = 422;

	constructor(parameter: string, value: unknown, wanted: string) {
		super(`Parameter "${parameter}" is ${JSON.stringify(value)}, but ${wanted}.`);
	}
}

/** A file is not what its operation needs: damaged, empty, encrypted, or of another format. */
export class InvalidFileError extends ServiceError {
	override readonly name = 'InvalidFileError';
	readonly status = 422;
	readonly code: string;

	constructor(
		filename: string,
		reason: string,
		options: {
			code?:
				| 'INVALID_FILE'
				| 'EMPTY_FILE'
				| 'PASSWORD_REQUIRED'
				| 'WRONG_PASSWORD'
				| 'FORMAT_MISMATCH'
				| 'INVALID_INVOICE'
				| 'NOT_CONFORMING'
				| 'ARCHIVE_TOO_LARGE';
			cause?: unknown;
		} = {},
	) {
		super(`File "${filename}" ${reason}`, { cause: options.cause });
		this.code = options.code ?? 'INVALID_FILE';
	}
}

/** No installed engine does what is asked. */
export class UnsupportedError extends ServiceError {
	override readonly name = 'UnsupportedError';
	readonly code = 'UNSUPPORTED';
	readonly status = 422;
}

/** An engine ran and failed. The program's own words stay in `cause` and in the log. */
export class EngineError extends ServiceError {
	override readonly name = 'EngineError';
	readonly code: string;
	readonly status = 500;

	constructor(
		engine: string,
		reason: string,
		options: { code?: 'ENGINE_FAILED' | 'ENGINE_CRASHED' | 'ENGINE_MISSING'; cause?: unknown } = {},
	) {
		super(`Engine "${engine}" ${reason}`, { cause: options.cause });
		this.code = options.code ?? 'ENGINE_FAILED';
	}
}

/** A command of a client failed; its own words for why are all that the client can go by. */
export class CommandError extends ServiceError {
	override readonly name = 'CommandError';
	readonly code = 'COMMAND_FAILED';
	readonly status = 422;

	constructor(
		command: string,
		exitCode: number | undefined,
		reason: string | undefined,
		options: { cause?: unknown } = {},
	) {
		const how =
			exitCode === undefined
				? 'was ended, because it took more memory, time or space than it may'
				: `ended with exit code ${exitCode}`;
		super(`Command "${command}" ${how}${reason ? `: ${reason}` : '.'}`, options);
	}
}

/** The task was cancelled by a client. */
export class CancelledError extends ServiceError {
	override readonly name = 'CancelledError';
	readonly code = 'CANCELLED';
	readonly status = 409;

	constructor() {
		super('The task was cancelled.');
	}
}

/** What the task writes takes more disk than it may. */
export class TaskSpaceError extends ServiceError {
	override readonly name = 'TaskSpaceError';
	readonly code = 'TASK_TOO_LARGE';
	readonly status = 413;

	constructor(maxBytes: number) {
		super(
			`What the task wrote takes more than the ${maxBytes} bytes of disk that this service gives to one task.`,
		);
	}
}

/** The task ran longer than it may. */
export class TimeoutError extends ServiceError {
	override readonly name = 'TimeoutError';
	readonly code = 'TIMEOUT';
	readonly status = 504;

	constructor(seconds: number) {
		super(`The task ran longer than its timeout of ${seconds} seconds.`);
	}
}
