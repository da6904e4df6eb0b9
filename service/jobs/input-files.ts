import { z } from '@filemill/operations';
import type { InputFile, Workspace } from '../engines/handler.ts';
import type { Attempt } from './attempt.ts';
import { type JobContext, number, text } from './job.ts';
import type { ResultFile } from './settle.ts';

const withInput = z.looseObject({ input: z.union([z.string(), z.array(z.string())]) });

/** The files of the tasks named in `input`, in that order. */
export async function inputFiles(
	context: JobContext,
	attempt: Attempt,
): Promise<readonly (ResultFile & { readonly task: string })[]> {
	const { input } = withInput.parse(attempt.params);
	const rows = await context.sql.all(
		`SELECT tasks.name AS task, files.* FROM files JOIN tasks ON tasks.id = files.task_id
		WHERE tasks.job_id = $1 ORDER BY files.task_id, files.position`,
		[attempt.jobId],
	);
	return [input].flat().flatMap((name) =>
		rows
			.filter((row) => row.task === name)
			.map((row) => ({
				task: name,
				filename: text(row, 'filename'),
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
): Promise<InputFile[]> {
	// Without a sandbox an engine could write through a link into the store.
	const writable = !context.engines.isolation.sandboxed;
	const inputs: InputFile[] = [];
	const placed = new Set<string>();
	for (const { task, filename, blob, size } of await inputFiles(context, attempt)) {
		const path = `${workspace.input}/${task}/${filename}`;
		// A task may be named twice in `input`; its files are there once.
		if (!placed.has(path)) await context.files.place(blob, path, { writable });
		placed.add(path);
		inputs.push({ task, filename, path, size });
	}
	return inputs;
}
