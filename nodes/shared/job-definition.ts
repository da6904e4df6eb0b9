import type { Draft } from './draft.ts';
import { FilemillError } from './errors.ts';
import { isObject, type JsonObject } from './json.ts';

/** A job that a person gave as JSON. */
export interface JobDefinition {
	readonly tasks: Draft['tasks'];
	/** The names of the tasks that wait for a file. */
	readonly uploads: readonly string[];
	/** What else the request has, such as `tag` and `webhook_url`. */
	readonly more: JsonObject;
}

/**
 * Reads a job given as JSON, parsed or not: its tasks by their names, or a whole request that has them in "tasks".
 * What the tasks say is left to the service to judge.
 * @throws FilemillError when it is neither.
 */
export function readJobDefinition(value: unknown): JobDefinition {
	const given = typeof value === 'string' ? parse(value) : value;
	if (!isObject(given)) throw notAJob('it is no object');
	const whole = isObject(given.tasks) && typeof given.tasks.operation !== 'string';
	const { tasks, ...more } = whole ? given : { tasks: given };
	if (!isObject(tasks) || Object.keys(tasks).length === 0) throw notAJob('it has no tasks');
	const strange = Object.entries(tasks).find(
		([, task]) => !isObject(task) || typeof task.operation !== 'string',
	);
	if (strange) throw notAJob(`"${strange[0]}" has no operation`);
	const uploads = Object.entries(tasks).filter(
		([, task]) => isObject(task) && task.operation === 'import/upload',
	);
	return plain({ tasks, uploads: uploads.map(([name]) => name), more });
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw notAJob(`it is no valid JSON (${reason})`);
	}
}

function notAJob(reason: string): FilemillError {
	return new FilemillError(`The job cannot be read: ${reason}.`, {
		description:
			'Give an object from task names to tasks, such as {"pdf": {"operation": "convert", …}}, or a whole request with these in "tasks".',
	});
}

function plain(definition: object): JobDefinition {
	return JSON.parse(JSON.stringify(definition));
}
