import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import { uniqueFilenames } from '../../files/clean-filename.ts';
import { openFolder } from '../../files/file-roots.ts';
import type { JobContext } from '../job.ts';
import type { ResultFile, TaskResult } from '../settle.ts';

/** Writes files to the service's own disk: each appears under its name when it is whole, or not at all. */
export async function exportFile(
	params: Params<'export/file'>,
	task: {
		readonly context: JobContext;
		readonly files: readonly ResultFile[];
		readonly signal: AbortSignal;
		progress(percent: number): void;
	},
): Promise<TaskResult> {
	const { context, files, signal } = task;
	const roots = context.config.FILEMILL_FILE_ROOTS;
	const folder = await openFolder(roots, params.path, { make: true });
	const unique = uniqueFilenames();
	const written: ResultFile[] = [];
	for (const [index, file] of files.entries()) {
		signal.throwIfAborted();
		const filename = unique(file.filename);
		const temporary = path.join(folder, `.${randomUUID()}`);
		try {
			await fs.copyFile(context.files.locate(file.blob), temporary, constants.COPYFILE_FICLONE);
			await fs.chmod(temporary, 0o644);
			await publish(
				{ temporary, target: path.join(folder, filename), sha256: file.sha256 },
				params,
			);
		} finally {
			await fs.rm(temporary, { force: true });
		}
		written.push({ ...file, filename });
		task.progress(((index + 1) / files.length) * 100);
	}
	return { files: written, facts: { folder: params.path } };
}

/** Gives a whole file its name; a link, unlike a rename, replaces nothing. */
async function publish(
	{ temporary, target, sha256 }: { temporary: string; target: string; sha256: string },
	{ path: folder, overwrite }: Params<'export/file'>,
): Promise<void> {
	const handle = await fs.open(temporary, 'r');
	await handle.sync().finally(() => handle.close());
	if (overwrite) return fs.rename(temporary, target);
	await fs.link(temporary, target).catch(async (error) => {
		if (!(isNativeError(error) && 'code' in error && error.code === 'EEXIST')) throw error;
		// An attempt that was cut short may have written it already.
		if ((await checksum(target)) === sha256) return;
		throw new InvalidOptionError(
			'path',
			folder,
			`there is a file "${path.basename(target)}" in it already; set "overwrite" to replace it`,
		);
	});
}

async function checksum(file: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(file), hash);
	return hash.digest('hex');
}
