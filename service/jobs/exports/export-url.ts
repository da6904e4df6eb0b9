import path from 'node:path';
import type { Params } from '@filemill/operations';
import { entryNames } from '../../engines/archivetool/entries.ts';
import { writeZip } from '../../engines/archivetool/write-zip.ts';
import type { Workspace } from '../../engines/handler.ts';
import type { TaskFile } from '../input-files.ts';
import type { JobContext } from '../job.ts';
import type { ResultFile, TaskResult } from '../settle.ts';

interface ExportUrlTask {
	readonly context: JobContext;
	readonly scope: string;
	readonly files: readonly TaskFile[];
	makeWorkspace(): Promise<Workspace>;
	readonly signal: AbortSignal;
	progress(percent: number): void;
}

/** Gives each file an address that nobody can guess; with `archive_multiple_files` one ZIP holds them all. */
export async function exportUrl(
	params: Params<'export/url'>,
	task: ExportUrlTask,
): Promise<TaskResult> {
	const share = params.inline ? 'inline' : 'attachment';
	if (!params.archive_multiple_files || task.files.length < 2)
		return { files: (await ownFiles(task)).map((file) => ({ ...file, share })) };

	const output = path.join((await task.makeWorkspace()).output, 'files.zip');
	const names = entryNames(task.files);
	const entries = task.files.map((file, index) => ({
		name: names[index] ?? file.filename,
		path: task.context.files.locate(file.blob),
		size: file.size,
		modified: new Date(),
	}));
	await writeZip(entries, { output, signal: task.signal, progress: task.progress });
	const stored = await task.context.files.adopt(task.scope, output);
	return { files: [{ ...stored, filename: 'files.zip', share }] };
}

/** The files with bytes of their own: those of tasks outside of the job would go when these are deleted. */
async function ownFiles(task: ExportUrlTask): Promise<ResultFile[]> {
	const { context, scope, files } = task;
	if (files.every(({ jobId }) => jobId === scope)) return [...files];
	const { output } = await task.makeWorkspace();
	const own: ResultFile[] = [];
	for (const [index, { filename, blob }] of files.entries()) {
		const copy = path.join(output, String(index));
		await context.files.place(blob, copy, { writable: false });
		own.push({ ...(await context.files.adopt(scope, copy)), filename });
	}
	return own;
}
