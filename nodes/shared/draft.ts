import { FilemillError } from './errors.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { findOperation } from './operation.ts';
import { taskName } from './task-name.ts';

/** One operation with its parameters, as the service takes it. */
export type TaskDefinition = JsonObject & { operation: string };

/** Where the host finds a file; never its content. */
export interface FileReference {
	readonly filename: string;
	readonly mimeType?: string;
	/** Bytes. */
	readonly size?: number;
	/** What only the host understands. */
	readonly source: Json;
}

/** A job that is being put together: plain JSON that travels between nodes and is copied, never changed. */
export interface Draft {
	readonly version: 1;
	readonly tasks: Readonly<Record<string, TaskDefinition>>;
	/** Names of the tasks whose files the next node takes, in order. */
	readonly output: readonly string[];
	/** The files to send, by the name of the `import/upload` task that waits for each. */
	readonly files: Readonly<Record<string, FileReference>>;
}

/** A task to add to a draft. */
export interface NewTask {
	/** What the person calls the node. */
	readonly label: string;
	readonly operation: string;
	readonly params?: JsonObject;
	/** Names of the tasks whose files it takes; the draft's output unless given. */
	readonly inputs?: readonly string[];
	/** The file that an `import/upload` waits for. */
	readonly file?: FileReference;
}

/** Whether a value from a message or item is a draft of this version. */
export function isDraft(value: unknown): value is Draft {
	if (!isObject(value) || value.version !== 1) return false;
	const { tasks, output, files } = value;
	if (!isObject(tasks) || !isObject(files) || !Array.isArray(output)) return false;
	return (
		Object.values(tasks).every((task) => isObject(task) && typeof task.operation === 'string') &&
		output.every((name) => typeof name === 'string' && Object.hasOwn(tasks, name)) &&
		Object.entries(files).every(
			([name, file]) =>
				Object.hasOwn(tasks, name) && isObject(file) && typeof file.filename === 'string',
		)
	);
}

/**
 * A copy of the draft with one more task, whose files the next node takes. An import or a capture adds its files to
 * those that are there; an operation that makes no files leaves them as they are.
 * @throws FilemillError when the operation needs files and there are none.
 */
export function addTask(draft: Draft | undefined, task: NewTask): Draft {
	const { tasks, output, files } = draft ?? { tasks: {}, output: [], files: {} };
	const { input: arity, makesFiles, title } = findOperation(task.operation);
	const inputs = arity === 'none' ? [] : (task.inputs ?? output);
	if (arity !== 'none' && inputs.length === 0) throw new NoInputError(title);

	const definition: TaskDefinition = {
		operation: task.operation,
		...(inputs.length > 0 && { input: inputs.length === 1 ? inputs.join() : [...inputs] }),
		...task.params,
	};
	// Texts to import are parameters called `file` too.
	const whole = task.file ? { ...definition, file: task.file } : definition;
	const name = taskName(task.label, task.operation, whole);
	return {
		version: 1,
		tasks: { ...tasks, [name]: definition },
		output: nextOutput(output, name, arity === 'none', makesFiles),
		files: task.file ? { ...files, [name]: task.file } : files,
	};
}

/** One draft of several: a task that they share is there once, and the outputs follow each other in order. */
export function uniteDrafts(drafts: readonly Draft[]): Draft {
	return {
		version: 1,
		tasks: Object.assign({}, ...drafts.map((draft) => draft.tasks)),
		output: drafts.flatMap((draft) => draft.output),
		files: Object.assign({}, ...drafts.map((draft) => draft.files)),
	};
}

/** An operation was asked for without a file to work on. */
export class NoInputError extends FilemillError {
	override readonly name = 'NoInputError';

	constructor(title: string) {
		super(`"${title}" has no file to work on.`, {
			description: 'Put an Import node or a node that gives a file before it.',
		});
	}
}

function nextOutput(
	output: readonly string[],
	name: string,
	isSource: boolean,
	makesFiles: boolean,
): readonly string[] {
	if (!makesFiles) return output;
	return isSource ? [...output, name] : [name];
}
