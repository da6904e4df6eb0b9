import { findOperation, type OperationName, operations, taskName, z } from '@filemill/operations';
import type { Engines } from '../engines/handler.ts';
import { cleanFilename } from '../files/clean-filename.ts';
import { describeIssue, parameterFault } from './describe-issue.ts';
import { InvalidRequestError } from './errors.ts';
import { findCircle } from './graph.ts';
import { secretParameters } from './secrets.ts';

/** A task that can be accepted: parameters parsed, defaults filled in, inputs found. */
export interface NewTask {
	readonly name: string;
	readonly operation: OperationName;
	readonly params: Readonly<Record<string, unknown>>;
	/** Names of all tasks it refers to, each once. */
	readonly parents: readonly string[];
	readonly ignoreError: boolean;
	readonly warnings: readonly string[];
}

/** A job that can be accepted. */
export interface NewJob {
	readonly tag: string | null;
	readonly tasks: readonly NewTask[];
}

const maximumTasks = 1000;
const record = z.record(z.string(), z.unknown());

/**
 * Reads the body of a job request.
 * @throws InvalidRequestError that names every field at fault.
 */
export function validateJob(body: unknown, engines: Engines): NewJob {
	const faults = new Faults();
	const request = record.safeParse(body);
	if (!request.success)
		throw new InvalidRequestError({ tasks: ['The body must be a JSON object with "tasks".'] });
	const { tasks, tag = null, webhook_url: webhook = null } = request.data;
	const label = z.string().max(255).nullable().safeParse(tag);
	if (!label.success) faults.add('tag', '"tag" must be a text of at most 255 characters.');
	if (webhook !== null)
		faults.add('webhook_url', '"webhook_url" is not supported yet. Wait for the job instead.');

	const definitions = record.safeParse(tasks);
	if (!definitions.success || Object.keys(definitions.data).length === 0) {
		faults.add(
			'tasks',
			'"tasks" must be an object with at least one task, from name to definition.',
		);
		throw new InvalidRequestError(faults.byField);
	}
	const entries = Object.entries(definitions.data);
	if (entries.length > maximumTasks)
		faults.add(
			'tasks',
			`A job may have at most ${maximumTasks} tasks; this one has ${entries.length}.`,
		);
	faults.throwIfAny();

	const names = new Set(entries.map(([name]) => name));
	const valid = entries.flatMap(([name, definition]) => {
		const task = validateTask(name, definition, names, engines, faults);
		return task ? [task] : [];
	});
	faults.throwIfAny();

	const circle = findCircle(new Map(valid.map((task) => [task.name, task.parents])));
	if (circle) {
		const trail = circle.map((name) => `"${name}"`).join(' → ');
		faults.add(`tasks.${circle[0]}.input`, `These tasks wait for each other: ${trail}.`);
	}
	faults.throwIfAny();
	return { tag: label.data ?? null, tasks: valid };
}

function validateTask(
	name: string,
	definition: unknown,
	names: ReadonlySet<string>,
	engines: Engines,
	faults: Faults,
): NewTask | undefined {
	const field = `tasks.${name}`;
	const named = taskName.safeParse(name);
	if (!named.success) {
		faults.add(field, `The task name "${name}" ${named.error.issues[0]?.message}.`);
		return undefined;
	}
	const given = record.safeParse(definition);
	if (!given.success) {
		faults.add(field, `Task "${name}" must be an object with "operation" and its parameters.`);
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
		faults.add(`${field}.operation`, `Task "${name}" ${fault}. There are: ${known}.`);
		return undefined;
	}

	const parsed = operation.params.safeParse(params);
	if (!parsed.success) {
		for (const issue of parsed.error.issues) {
			const parameter = issue.path.join('.');
			faults.add(
				`${field}.${parameter}`,
				describeIssue(name, issue, params, secretParameters(operation)),
			);
		}
		return undefined;
	}
	const parents = references(operation.params.shape, parsed.data);
	for (const [parameter, reference] of parents) {
		if (reference === name)
			faults.add(
				`${field}.${parameter}`,
				`Task "${name}" has itself as "${parameter}". Name another task.`,
			);
		else if (!names.has(reference))
			faults.add(
				`${field}.${parameter}`,
				`Task "${name}" uses "${reference}" as "${parameter}", but the job has no task of that name.`,
			);
	}
	const { filename } = params;
	if (typeof filename === 'string' && cleanFilename(filename) === undefined) {
		const wanted = 'must be a file name such as "report.docx"';
		faults.add(`${field}.filename`, parameterFault(name, 'filename', wanted, filename));
	}
	const objections = [
		engines.objection(operation.name, parsed.data),
		operation.check?.(parsed.data),
	];
	for (const { parameter, message } of objections.filter((one) => one !== undefined)) {
		const value = secretParameters(operation).has(parameter) ? undefined : params[parameter];
		faults.add(`${field}.${parameter}`, parameterFault(name, parameter, message, value));
	}

	const { ignore_error: ignoreError, ...own } = parsed.data;
	const unknown = Object.keys(params).filter((key) => !(key in operation.params.shape));
	return {
		name,
		operation: operation.name,
		params: own,
		parents: [...new Set(parents.map(([, reference]) => reference))],
		ignoreError,
		warnings: unknown.map(
			(key) => `Parameter "${key}" is not known to ${operation.name} and has no effect.`,
		),
	};
}

/** Pairs of parameter and task name, for every parameter that names tasks. */
function references(
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

class Faults {
	readonly byField: Record<string, string[]> = {};

	add(field: string, sentence: string): void {
		this.byField[field] = [...(this.byField[field] ?? []), sentence];
	}

	throwIfAny(): void {
		if (Object.keys(this.byField).length > 0) throw new InvalidRequestError(this.byField);
	}
}
