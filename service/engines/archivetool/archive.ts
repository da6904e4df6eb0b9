import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { UnsupportedError } from '../../errors.ts';
import type { FilesHandler, FilesTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import { type Entry, listEntries, totalSize } from './entries.ts';
import { writeRar } from './write-rar.ts';
import { writeTar } from './write-tar.ts';
import { type ArchiveTarget, writeZip } from './write-zip.ts';

/** Packs all files of a task with the archivers that the service has built in. */
export const archiveFiles: FilesHandler<'archive'> = (params, task) =>
	pack(params, task, (entries, target) => {
		switch (params.output_format) {
			case 'zip':
				return writeZip(entries, target);
			case 'tar':
			case 'tar.gz':
				return writeTar(params.output_format, entries, target);
			case 'rar':
				return writeRar(entries, target);
			default:
				throw new UnsupportedError(`Engine "archivetool" does not write ${params.output_format}.`);
		}
	});

/** Names the archive, lets `write` write it, and tells what went in and what came out. */
export async function pack(
	{ output_format }: Params<'archive'>,
	task: FilesTask,
	write: (entries: readonly Entry[], target: ArchiveTarget) => Promise<void>,
): Promise<HandlerResult> {
	const { inputs, workspace } = task;
	const [first] = inputs;
	const filename = nameWithFormat(
		inputs.length === 1 && first ? first.filename : 'archive',
		output_format,
	);
	const output = path.join(workspace.output, filename);
	const entries = await listEntries(task);
	await write(entries, { output, signal: task.signal, progress: task.progress });
	const { size } = await stat(output);
	return {
		files: [{ filename, path: output }],
		facts: { entries: entries.length, bytes_in: totalSize(entries), bytes_out: size },
	};
}
