import { type AnyOperation, z } from '@filemill/operations';
import { InvalidRequestError } from './errors.ts';
import type { JobContext } from './job.ts';
import { Faults, type NewTask, objectionOf, references, validateTask } from './validate-task.ts';

const record = z.record(z.string(), z.unknown());

/**
 * Reads the body of a request for a task outside of any job: its parameters alone, with the ids of other tasks where a
 * job has names.
 * @throws InvalidRequestError that names every parameter at fault.
 */
export async function validateStandalone(
	context: JobContext,
	operation: AnyOperation,
	body: unknown,
): Promise<NewTask> {
	const given = record.safeParse(body ?? {});
	if (!given.success)
		throw new InvalidRequestError({
			operation: [`The body must be a JSON object with the parameters of ${operation.name}.`],
		});
	// Some clients repeat what the address says.
	const { name: _, ...params } = given.data;
	const known = await knownTasks(context, references(operation.params.shape, params));
	const faults = new Faults();
	const task = validateTask(
		{ ...params, operation: operation.name },
		{
			name: operation.name,
			field: '',
			refuse: (id, parameter) =>
				known.has(id)
					? undefined
					: `uses "${id}" as "${parameter}", but there is no task with that id`,
		},
		objectionOf(context.engines, context.config.FILEMILL_FILE_ROOTS),
		faults,
	);
	faults.throwIfAny();
	if (!task) throw new TypeError('A task without a fault is valid.');
	return task;
}

async function knownTasks(
	context: JobContext,
	wanted: readonly (readonly [parameter: string, id: string])[],
): Promise<ReadonlySet<string>> {
	const known = new Set<string>();
	for (const id of new Set(wanted.map(([, id]) => id)))
		if ((await context.sql.all('SELECT id FROM tasks WHERE id = $1', [id])).length > 0)
			known.add(id);
	return known;
}
