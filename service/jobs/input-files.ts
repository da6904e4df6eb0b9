import { describeParameters, z } from '@filemill/operations';
import type { InputFile, TaskContext, Workspace } from '../engines/handler.ts';
import type { Attempt } from './attempt.ts';
import { type JobContext, number, text } from './job.ts';
import type { ResultFile } from './settle.ts';

const withInput = z.looseObject({ input: z.union([z.string(), z.array(z.string())]).default([]) });

/** A stored file, the task that made it as its user names that, and the job that owns its bytes. */
export type TaskFile = ResultFile & { readonly task: string; readonly jobId: string };

/** The files of the tasks named in `input`, in that order. */
export async function inputFiles(
	context: JobContext,
	attempt: Attempt,
): Promise<readonly TaskFile[]> {
	const { input } = withInput.parse(attempt.params);
	return filesOf(context, attempt, [input].flat());
}

async function filesOf(
	context: JobContext,
	attempt: Attempt,
	names: readonly string[],
): Promise<readonly TaskFile[]> {
	const rows = await context.sql.all(
		`SELECT tasks.name, tasks.job_id, files.* FROM edges
		JOIN tasks ON tasks.id = edges.parent JOIN files ON files.task_id = tasks.id
		WHERE edges.child = $1 ORDER BY files.task_id, files.position`,
		[attempt.id],
	);
	return names.flatMap((name) =>
		rows
			// A standalone task names tasks by their ids.
			.filter((row) => row.name === name || row.task_id === name)
			.map((row) => ({
				task: name,
				jobId: text(row, 'job_id'),
				filename: text(row, 'filename'),
				...(row.dir === null ? {} : { dir: text(row, 'dir') }),
				blob: text(row, 'blob'),
				sha256: text(row, 'sha256'),
				size: number(row, 'size'),
			})),
	);
}

/** Puts the input files where the engines read them: `input/<task name>/<file>`. */
export async function placeInputs(
	context: JobContext,
	attempt: Attempt,
	workspace: Workspace,
): Promise<Pick<TaskContext, 'inputs' | 'named'>> {
	const placed = new Set<string>();
	const inputs = await place(await inputFiles(context, attempt));
	const named: Record<string, readonly InputFile[]> = {};
	for (const [parameter, task] of namedTasks(attempt))
		named[parameter] = await place(await filesOf(context, attempt, [task]));
	return { inputs, named };

	async function place(files: readonly TaskFile[]): Promise<InputFile[]> {
		// Without a sandbox an engine could write through a link into the store.
		const writable = !context.engines.isolation.sandboxed;
		const there: InputFile[] = [];
		for (const { task, filename, dir, blob, size } of files) {
			const path = `${workspace.input}/${task}/${filename}`;
			// A task may be named more than once; its files are there once.
			if (!placed.has(path)) await context.files.place(blob, path, { writable });
			placed.add(path);
			there.push({ task, filename, dir, path, size });
		}
		return there;
	}
}

/** The tasks that parameters beside `input` name, by parameter. */
function namedTasks({ operation, params }: Attempt): [parameter: string, task: string][] {
	return describeParameters(operation).flatMap(({ name, type }): [string, string][] => {
		const task = params[name];
		return type === 'task' && typeof task === 'string' ? [[name, task]] : [];
	});
}
