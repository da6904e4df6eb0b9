import { operations } from './operations.gen.ts';

/** How many files an operation needs: none, each input file on its own, or all of them together. */
export type InputArity = 'none' | 'each' | 'all';

/** A parameter in plain words, as an editor shows it. */
export interface Parameter {
	readonly name: string;
	readonly type:
		| 'string'
		| 'integer'
		| 'number'
		| 'boolean'
		| 'enum'
		| 'strings'
		| 'dictionary'
		| 'task'
		| 'tasks';
	readonly title: string;
	readonly description: string;
	readonly required: boolean;
	readonly default?: string | number | boolean | readonly string[];
	readonly values?: readonly { readonly value: string; readonly label: string }[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly control?: 'task' | 'tasks' | 'multiline' | 'secret' | 'url' | 'format' | 'advanced';
	readonly placeholder?: string;
	/** What one entry of a map is called. */
	readonly entry?: string;
	/** Formats for which it is shown; absent means for any. */
	readonly showFor?: {
		readonly input_format?: readonly string[];
		readonly output_format?: readonly string[];
	};
	readonly secret?: boolean;
}

/** An operation of the service, as the nodes know it. */
export interface OperationDescriptor {
	/** The name on the wire, such as `pdf/rotate-pages`. */
	readonly name: string;
	readonly title: string;
	/** The operation as an instruction in sentence case. */
	readonly action: string;
	readonly summary: string;
	readonly family: 'import' | 'file' | 'pdf' | 'metadata' | 'export';
	readonly input: InputArity;
	/** Whether its result has files; an operation without only says something about its input. */
	readonly makesFiles: boolean;
	readonly engines: readonly string[];
	readonly parameters: readonly Parameter[];
}

/**
 * The operation of that name.
 * @throws Error for a name that this version does not know.
 */
export function findOperation(name: string): OperationDescriptor {
	const operation = operations.find((one) => one.name === name);
	if (!operation) throw new Error(`There is no operation "${name}".`);
	return operation;
}
