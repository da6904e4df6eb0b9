import type { OperationName, Params } from '@filemill/operations';
import type { HandlerResult, InputFile, TaskContext } from './handler.ts';

/** A file whose format is known from its content and name. */
export interface SourceFile extends InputFile {
	/** Its format under the product's name for it, such as "jpg". */
	readonly format: string;
}

/** One file of a task; `output/` and `tmp/` of its workspace are its own. */
export interface FileTask extends Omit<TaskContext, 'inputs'> {
	readonly input: SourceFile;
}

/** All files of a task that needs them together. */
export interface FilesTask extends Omit<TaskContext, 'inputs'> {
	readonly inputs: readonly SourceFile[];
}

/** What running a program needs to know of a task. */
export type TaskScope = Pick<FileTask, 'workspace' | 'signal' | 'warn'>;

/** Runs an operation on one file with an engine. */
export type FileHandler<Name extends OperationName> = (
	params: Params<Name>,
	task: FileTask,
) => Promise<HandlerResult>;

/** Runs an operation on all files together. */
export type FilesHandler<Name extends OperationName> = (
	params: Params<Name>,
	task: FilesTask,
) => Promise<HandlerResult>;
