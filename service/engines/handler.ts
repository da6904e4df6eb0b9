import type { OperationName, Params } from '@filemill/operations';
import type { Offer } from './offers.ts';

/** A file that a task works on, as it lies in the task's workspace. */
export interface InputFile {
	/** The name of the task that made it. */
	readonly task: string;
	/** Its clean name: one path segment, unique among the files of its task. */
	readonly filename: string;
	/** The folder that it had in an archive. */
	readonly dir?: string | undefined;
	/** Absolute path for the service. */
	readonly path: string;
	/** Bytes. */
	readonly size: number;
}

/** The folders of one attempt at a task: `input/<task name>/<file>` (read-only), `output/`, `tmp/`. */
export interface Workspace {
	readonly root: string;
	readonly input: string;
	readonly output: string;
	readonly tmp: string;
}

/** What a handler may use: its files, and the ways to report while it runs. */
export interface TaskContext {
	/** In the order of `input`, and of each task's files. */
	readonly inputs: readonly InputFile[];
	/** The files of the tasks that other parameters name, such as `xml`, by parameter. */
	readonly named: Readonly<Record<string, readonly InputFile[]>>;
	readonly workspace: Workspace;
	/** Aborts with a `CancelledError` or `TimeoutError` as its reason. */
	readonly signal: AbortSignal;
	/** Whole percent of the work that is done. */
	progress(percent: number): void;
	/** A sentence for `result.warnings`: something asked for that has no effect, or came out otherwise. */
	warn(message: string): void;
}

/** A file that a handler made, below the workspace's `output/`. */
export interface OutputFile {
	readonly filename: string;
	readonly path: string;
	/** The folder that it had in an archive, such as "reports/2026". */
	readonly dir?: string | undefined;
	/** What opens it, where it is a PDF that was given a password. */
	readonly password?: string | undefined;
}

/** What a handler made and what it can prove of it; `facts` become keys of `result` beside `files`. */
export interface HandlerResult {
	readonly files: readonly OutputFile[];
	readonly facts?: Readonly<Record<string, unknown>>;
}

/** Runs an operation on an engine. */
export type Handler<Name extends OperationName> = (
	params: Params<Name>,
	task: TaskContext,
) => Promise<HandlerResult>;

/** An engine that is there. */
export interface EngineInfo {
	readonly name: string;
	readonly version: string;
}

/** One way to convert that an installed engine offers. */
export interface Conversion {
	readonly input_format: string;
	readonly output_format: string;
	readonly engine: string;
	readonly engine_version: string;
}

/** What an engine made, and which one it was. */
export interface Outcome extends HandlerResult {
	readonly engine: string;
	readonly engineVersion: string;
}

/** All engines of this machine, kept warm until `close`. */
export interface Engines {
	readonly installed: readonly EngineInfo[];
	/** Whether programs run in a bubblewrap sandbox, and if not, why. */
	readonly isolation: { readonly sandboxed: boolean; readonly reason?: string };
	/** All that they do, the default engine of each pair of formats first. */
	readonly offers: readonly Offer[];
	/**
	 * Says what cannot work before a job is accepted: an unknown engine or version, a pair of formats that no engine
	 * converts. `message` goes on after the parameter's name ("must be one of …"). Undefined when it may work.
	 */
	objection(
		operation: OperationName,
		params: Readonly<Record<string, unknown>>,
	): { parameter: string; message: string } | undefined;
	execute<Name extends OperationName>(
		operation: Name,
		params: Params<Name>,
		task: TaskContext,
	): Promise<Outcome>;
	close(): Promise<void>;
}
