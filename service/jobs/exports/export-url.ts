import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Params } from '@filemill/operations';
import { ZipArchive } from 'archiver';
import type { Workspace } from '../../engines/handler.ts';
import { uniqueFilename } from '../../files/clean-filename.ts';
import type { JobContext } from '../job.ts';
import type { ResultFile, TaskResult } from '../settle.ts';

/** Gives each file an address that nobody can guess; with `archive_multiple_files` one ZIP holds them all. */
export async function exportUrl(
	params: Params<'export/url'>,
	task: {
		readonly context: JobContext;
		readonly scope: string;
		readonly files: readonly ResultFile[];
		makeWorkspace(): Promise<Workspace>;
	},
): Promise<TaskResult> {
	const share = params.inline ? 'inline' : 'attachment';
	if (!params.archive_multiple_files || task.files.length < 2)
		return { files: task.files.map((file) => ({ ...file, share })) };

	const target = path.join((await task.makeWorkspace()).output, 'files.zip');
	// Level 1: most files here are compressed already. One stat at a time keeps the order of the files.
	const archive = new ZipArchive({ zlib: { level: 1 }, statConcurrency: 1 });
	const taken = new Set<string>();
	for (const file of task.files) {
		const name = uniqueFilename(file.filename, taken);
		taken.add(name);
		archive.file(task.context.files.locate(file.blob), { name, mode: 0o644 });
	}
	await Promise.all([pipeline(archive, createWriteStream(target)), archive.finalize()]);
	const stored = await task.context.files.adopt(task.scope, target);
	return { files: [{ ...stored, filename: 'files.zip', share }] };
}
