import { dirname } from 'node:path';
import { findOperation, type OperationName, operations, z } from '@filemill/operations';
import type { Engines } from '../engines/handler.ts';
import { cleanFilename } from '../files/clean-filename.ts';
import { rootsObjection } from '../files/file-roots.ts';
import { describeIssue, parameterFault } from './describe-issue.ts';
import { InvalidRequestError } from './errors.ts';
import { secretParameters } from './secrets.ts';

/** A sentence about a parameter that has no effect. */
export interface Warning {
	readonly parameter: string;
	readonly message: string;
}

/** A task that can be accepted: parameters parsed, defaults filled in, inputs found. */
export interface NewTask {
	readonly name: string;
	readonly operation: OperationName;
	readonly params: Readonly<Record<string, unknown>>;
	/** Names of all tasks it refers to, each once. */
	readonly parents: readonly string[];
	readonly ignoreError: boolean;
	/** Parameters that have no effect. */
	readonly warnings: readonly Warning[];
}

const record = z.record(z.string(), z.unknown());

/** Where a task stands in a request, and what it may take files from. */
export interface TaskPlace {
	/** What messages call it. */
	readonly name: string;
	/** The path of its definition in the body, such as `tasks.convert-1`; blank when it is the body. */
	readonly field: string;
	/** What is wrong with a reference to another task, as words behind "Task … "; undefined when nothing is. */
	refuse(reference: string, parameter: string): string | undefined;
}

/** Checks the definition of a task; undefined after it has added what is wrong to `faults`. */
export function validateTask(
	definition: unknown,
	place: TaskPlace,
	objection: Engines['objection'],
	faults: Faults,
): NewTask | undefined {
	const { name } = place;
	const field = (parameter: string) => [place.field, parameter].filter(Boolean).join('.');
	const given = record.safeParse(definition);
	if (!given.success) {
		faults.add(field(''), `Task "${name}" must be an object with "operation" and its parameters.`);
		return undefined;
	}
	// Clients send null for what is unset.
	const { operation: wanted, ...rest } = given.data;
	const params = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
	const operation = typeof wanted === 'string' ? findOperation(wanted) : undefined;
	if (!operation) {
		const known = operations.map((one) => one.name).join(', ');
		const fault =
			wanted === undefined || wanted === null
				? 'has no "operation"'
				: `has the unknown operation ${JSON.stringify(wanted)}`;
		faults.add(field('operation'), `Task "${name}" ${fault}. There are: ${known}.`);
		return undefined;
	}

	const parsed = operation.params.safeParse(params);
	if (!parsed.success) {
		for (const issue of parsed.error.issues) {
			const parameter = issue.path.join('.');
			faults.add(field(parameter), describeIssue(name, issue, params, secretParameters(operation)));
		}
		return undefined;
	}
	const parents = references(operation.params.shape, parsed.data);
	for (const [parameter, reference] of parents) {
		const fault = place.refuse(reference, parameter);
		if (fault) faults.add(field(parameter), `Task "${name}" ${fault}.`);
	}
	const { filename } = params;
	if (typeof filename === 'string' && cleanFilename(filename) === undefined) {
		const wanted = 'must be a file name such as "report.docx"';
		faults.add(field('filename'), parameterFault(name, 'filename', wanted, filename));
	}
	const objections = [objection(operation.name, parsed.data), operation.check?.(parsed.data)];
	for (const { parameter, message } of objections.filter((one) => one !== undefined)) {
		const value = secretParameters(operation).has(parameter) ? undefined : params[parameter];
		faults.add(field(parameter), parameterFault(name, parameter, message, value));
	}

	const { ignore_error: ignoreError, ...own } = parsed.data;
	const unknown = Object.keys(params).filter((key) => !(key in operation.params.shape));
	return {
		name,
		operation: operation.name,
		params: own,
		parents: [...new Set(parents.map(([, reference]) => reference))],
		ignoreError,
		warnings: unknown.map((parameter) => ({
			parameter,
			message: `Parameter "${parameter}" is not known to ${operation.name} and has no effect.`,
		})),
	};
}

/** Says what of a task's parameters the engines or the service itself cannot do. */
export function objectionOf(engines: Engines, roots: readonly string[]): Engines['objection'] {
	return (operation, params) =>
		fileObjection(roots, operation, params) ?? engines.objection(operation, params);
}

/** Says what keeps the service from using its own disk as a task asks. */
function fileObjection(
	roots: readonly string[],
	operation: OperationName,
	params: Readonly<Record<string, unknown>>,
) {
	if (operation !== 'import/file' && operation !== 'export/file') return undefined;
	const folder = operation === 'import/file' ? dirname(String(params.path)) : String(params.path);
	const message = rootsObjection(roots, folder);
	return message === undefined ? undefined : { parameter: 'path', message };
}

/** Pairs of parameter and task name, for every parameter that names tasks. */
export function references(
	shape: Readonly<Record<string, z.core.$ZodType>>,
	params: Readonly<Record<string, unknown>>,
): [parameter: string, task: string][] {
	return Object.entries(shape).flatMap(([parameter, schema]) => {
		const control = z.globalRegistry.get(schema)?.control;
		if (control !== 'task' && control !== 'tasks') return [];
		return [params[parameter]]
			.flat()
			.flatMap((name): [string, string][] => (typeof name === 'string' ? [[parameter, name]] : []));
	});
}

/** What is wrong with a request, collected by field. */
export class Faults {
	readonly byField: Record<string, string[]> = {};

	add(field: string, sentence: string): void {
		this.byField[field] = [...(this.byField[field] ?? []), sentence];
	}

	throwIfAny(): void {
		if (Object.keys(this.byField).length > 0) throw new InvalidRequestError(this.byField);
	}
}
