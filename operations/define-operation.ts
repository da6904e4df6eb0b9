import * as z from 'zod';
import { type CommonParameter, commonParameters, input } from './common-parameters.ts';

/**
 * The words of the field, as they are used everywhere:
 * an *operation* is a kind of work (`pdf/rotate-pages`), a *task* is one operation with its parameters inside a
 * *job*, an *engine* is the program that does it, and a *family* is the group of operations that one node offers.
 */
export const families = ['import', 'file', 'pdf', 'metadata', 'export'] as const;
export type Family = (typeof families)[number];

/** How many files an operation needs: none, each input file on its own, or all of them together. */
export type InputArity = 'none' | 'each' | 'all';

/** What a person may write for an operation; `defineOperation` completes it. */
export interface OperationDefinition<
	Name extends string,
	Shape extends z.ZodRawShape,
	Input extends InputArity,
	Common extends CommonParameter,
> {
	/** The name on the wire, which is also the path of the file that defines it. */
	readonly name: Name;
	/** Title Case, as editors list it. */
	readonly title: string;
	/** The operation as an instruction in sentence case, without a full stop ("Rotate pages of a PDF"). */
	readonly action: string;
	/** One sentence with a full stop. */
	readonly summary: string;
	readonly family: Family;
	readonly input: Input;
	/** False for an operation that only finds something out; the tasks after it take the files from before it. */
	readonly makesFiles?: boolean;
	/** Engines that can do it, the default first; empty where the service does it itself. */
	readonly engines: readonly string[];
	/** The common parameters it takes beside `timeout`, and `input` where it needs files. */
	readonly common: readonly Common[];
	/** Its own parameters; keys are the names on the wire and in every editor. */
	readonly params: z.ZodObject<Shape>;
	/** Says what is wrong with parameters that are right each on its own; `message` goes on after the parameter's name. */
	readonly check?: (
		params: Readonly<Record<string, unknown>>,
	) => { readonly parameter: string; readonly message: string } | undefined;
	/** What `result` of a finished task holds, in one sentence. */
	readonly result: string;
	/** Parameters of a task that works as it stands, without `operation`. */
	readonly example: Readonly<Record<string, unknown>>;
}

type InputShape<Input extends InputArity> = Input extends 'none'
	? Record<never, never>
	: { input: typeof input };
type CommonShape<Common extends CommonParameter> = Pick<
	typeof commonParameters,
	Common | 'timeout' | 'ignore_error'
>;

type CompleteShape<
	Shape extends z.ZodRawShape,
	Input extends InputArity,
	Common extends CommonParameter,
> = Writable<InputShape<Input> & Shape & CommonShape<Common>>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An operation as the rest of the product reads it: all its parameters in one schema, most important first. */
export interface Operation<
	Name extends string = string,
	Shape extends z.ZodRawShape = z.ZodRawShape,
	Input extends InputArity = InputArity,
	Common extends CommonParameter = CommonParameter,
> extends Omit<
		OperationDefinition<Name, Shape, Input, Common>,
		'params' | 'common' | 'makesFiles'
	> {
	readonly makesFiles: boolean;
	readonly params: z.ZodObject<CompleteShape<Shape, Input, Common>>;
}

/**
 * Completes a definition with the common parameters.
 * @throws Error when a definition names a parameter twice or its example does not satisfy its own schema.
 */
export function defineOperation<
	const Name extends string,
	Shape extends z.ZodRawShape,
	const Input extends InputArity,
	const Common extends CommonParameter,
>(
	definition: OperationDefinition<Name, Shape, Input, Common>,
): Operation<Name, Shape, Input, Common> {
	const { common, params, makesFiles = true, ...rest } = definition;
	const names = [...common, 'timeout', 'ignore_error'] as const;
	const taken = names.find((name) => name in params.shape);
	if (taken) throw new Error(`Operation "${definition.name}" defines the common "${taken}" again.`);

	const shape = {
		...(definition.input === 'none' ? {} : { input }),
		...params.shape,
		...Object.fromEntries(names.map((name) => [name, commonParameters[name]])),
	};
	const complete = z.object(shape as unknown as CompleteShape<Shape, Input, Common>);
	const example = complete.strict().safeParse(definition.example);
	if (!example.success)
		throw new Error(`Example of "${definition.name}": ${z.prettifyError(example.error)}`);
	return { ...rest, makesFiles, params: complete };
}
