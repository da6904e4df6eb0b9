import { taskName, z } from '@filemill/operations';
import type { Config } from '../config.ts';
import type { Engines } from '../engines/handler.ts';
import { InvalidRequestError } from './errors.ts';
import { findCircle } from './graph.ts';
import { Faults, type NewTask, objectionOf, validateTask } from './validate-task.ts';

/** A job that can be accepted. */
export interface NewJob {
	readonly tag: string | null;
	/** Called when the job has ended. */
	readonly webhookUrl: string | null;
	/** Seconds after its end for which it is kept; as long as the operator says when null. */
	readonly expiresIn: number | null;
	/** Whether a parameter without effect is refused. */
	readonly strict: boolean;
	readonly tasks: readonly NewTask[];
}

const maximumTasks = 1000;

/** An address that the service can call, and the words for it behind the name of a field. */
export const callableUrl = z.url({ protocol: /^https?$/ }).max(2048);
export const callableUrlRule =
	'must be an http or https address of at most 2048 characters, such as "https://example.com/hook"';

const record = z.record(z.string(), z.unknown());

/**
 * Reads the body of a job request.
 * @throws InvalidRequestError that names every field at fault.
 */
export function validateJob(
	body: unknown,
	engines: Engines,
	config: Pick<Config, 'FILEMILL_FILE_ROOTS' | 'FILEMILL_RETENTION'>,
): NewJob {
	const objection = objectionOf(engines, config.FILEMILL_FILE_ROOTS);
	const faults = new Faults();
	const request = record.safeParse(body);
	if (!request.success)
		throw new InvalidRequestError({ tasks: ['The body must be a JSON object with "tasks".'] });
	const { tasks, tag = null, webhook_url: webhook = null, strict = null } = request.data;
	const { expires_in: expires = null } = request.data;
	const label = z.string().max(255).nullable().safeParse(tag);
	if (!label.success) faults.add('tag', '"tag" must be a text of at most 255 characters.');
	const webhookUrl = callableUrl.nullable().safeParse(webhook);
	if (!webhookUrl.success) faults.add('webhook_url', `"webhook_url" ${callableUrlRule}.`);

	const longest = config.FILEMILL_RETENTION;
	const expiresIn = z.number().int().min(1).max(longest).nullable().safeParse(expires);
	if (!expiresIn.success)
		faults.add('expires_in', `"expires_in" must be whole seconds from 1 to ${longest}.`);
	const isStrict = z.boolean().nullable().safeParse(strict);
	if (!isStrict.success) faults.add('strict', '"strict" must be true or false.');

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
		const named = taskName.safeParse(name);
		if (!named.success) {
			const wrong = named.error.issues[0]?.message;
			faults.add(`tasks.${name}`, `The task name "${name}" ${wrong}.`);
			return [];
		}
		const refuse = (reference: string, parameter: string) => {
			if (reference === name) return `has itself as "${parameter}". Name another task`;
			if (names.has(reference)) return undefined;
			return `uses "${reference}" as "${parameter}", but the job has no task of that name`;
		};
		const place = { name, field: `tasks.${name}`, refuse };
		const task = validateTask(definition, place, objection, faults);
		return task ? [task] : [];
	});
	faults.throwIfAny();

	const circle = findCircle(new Map(valid.map((task) => [task.name, task.parents])));
	if (circle) {
		const trail = circle.map((name) => `"${name}"`).join(' → ');
		faults.add(`tasks.${circle[0]}.input`, `These tasks wait for each other: ${trail}.`);
	}
	faults.throwIfAny();
	return {
		tag: label.data ?? null,
		webhookUrl: webhookUrl.data ?? null,
		expiresIn: expiresIn.data ?? null,
		strict: isStrict.data ?? false,
		tasks: valid,
	};
}
