import * as z from 'zod';
import type { ShownFor } from './parameters.ts';

export type ParameterType =
	| 'string'
	| 'integer'
	| 'number'
	| 'boolean'
	| 'enum'
	| 'strings'
	| 'dictionary'
	| 'task'
	| 'tasks';

/** A parameter in plain words, which every generator reads instead of zod. */
export interface Parameter {
	readonly name: string;
	readonly type: ParameterType;
	readonly title: string;
	readonly description: string;
	readonly required: boolean;
	readonly default?: string | number | boolean | readonly string[];
	/** Of an enum: its values with their words, in the order of the schema. Of a list: values to choose from. */
	readonly values?: readonly { readonly value: string; readonly label: string }[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly control?: z.GlobalMeta['control'];
	readonly placeholder?: string;
	/** What one entry of a map is called. */
	readonly entry?: string;
	readonly showFor?: ShownFor;
	readonly secret?: boolean;
}

/**
 * The parameters of an operation in the order of its schema, `input` first.
 * @throws Error for a parameter without title or description, or of a type that no editor could show.
 */
export function describeParameters(operation: {
	readonly name: string;
	readonly params: { readonly shape: Readonly<Record<string, z.core.$ZodType>> };
}): Parameter[] {
	return Object.entries(operation.params.shape).map(([name, schema]) =>
		describe(operation.name, name, schema as z.ZodType),
	);
}

function describe(operation: string, name: string, schema: z.ZodType): Parameter {
	const where = `${operation}: ${name}`;
	const { title, description, labels, ...hints } = schema.meta() ?? {};
	const { control, placeholder, entry, showFor, secret } = hints;
	if (!title || !description) throw new Error(`${where} needs a title and a description.`);

	const { inner, required, initial } = unwrap(schema);
	const base = {
		name,
		title,
		description,
		required,
		control,
		placeholder,
		entry,
		showFor,
		secret,
	};
	const withDefault = initial === undefined ? {} : { default: defaultOf(where, initial) };
	return dropUndefined({ ...base, ...withDefault, ...describeType(where, inner, control, labels) });
}

function describeType(
	where: string,
	schema: z.ZodType,
	control: z.GlobalMeta['control'],
	labels: Readonly<Record<string, string>> = {},
): Pick<Parameter, 'type' | 'values' | 'minimum' | 'maximum'> {
	if (control === 'task') return { type: 'task' };
	if (control === 'tasks') return { type: 'tasks' };
	if (schema instanceof z.ZodString) return { type: 'string' };
	if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
	if (schema instanceof z.ZodRecord) return { type: 'dictionary' };
	if (schema instanceof z.ZodArray && schema.element instanceof z.ZodString)
		return { type: 'strings', ...(Object.keys(labels).length > 0 && { values: wordsOf(labels) }) };
	const choices = choicesOf(schema);
	if (choices) {
		const values = choices.map((value) => {
			const label = typeof value === 'string' ? labels[value] : undefined;
			if (typeof value !== 'string' || !label) throw new Error(`${where}: no label for ${value}.`);
			return { value, label };
		});
		return { type: 'enum', values };
	}
	if (schema instanceof z.ZodNumber) {
		const { minValue, maxValue } = schema;
		const bounds = dropUndefined({
			minimum: finite(minValue),
			maximum: finite(maxValue),
		});
		return { type: schema.format === 'safeint' ? 'integer' : 'number', ...bounds };
	}
	throw new Error(`${where}: an editor cannot show a ${schema.def.type}.`);
}

function wordsOf(labels: Readonly<Record<string, string>>): Parameter['values'] {
	return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

function choicesOf(schema: z.ZodType): readonly unknown[] | undefined {
	if (schema instanceof z.ZodEnum) return schema.options;
	return schema instanceof z.ZodLiteral ? [...schema.values] : undefined;
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; required: boolean; initial?: unknown } {
	if (schema instanceof z.ZodOptional) {
		return { ...unwrap(schema.unwrap() as z.ZodType), required: false };
	}
	if (schema instanceof z.ZodDefault) {
		const { inner } = unwrap(schema.unwrap() as z.ZodType);
		return { inner, required: false, initial: schema.def.defaultValue };
	}
	if (schema instanceof z.ZodPipe) {
		// What is preprocessed has its type behind.
		const before = schema.in instanceof z.ZodTransform;
		return unwrap((before ? schema.out : schema.in) as z.ZodType);
	}
	return { inner: schema, required: true };
}

function defaultOf(where: string, value: unknown): Parameter['default'] {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
		return value;
	if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
	throw new Error(`${where}: an editor cannot show this default.`);
}

function finite(value: number | null): number | undefined {
	return value !== null && Number.isSafeInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER
		? value
		: undefined;
}

function dropUndefined<T extends object>(value: T): T {
	return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
