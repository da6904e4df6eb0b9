import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { FilesHandler, FilesTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { pack } from './archive.ts';
import type { Entry } from './entries.ts';
import { writeTar } from './write-tar.ts';

/** Packs all files of a task with 7-Zip: 7z itself, and bzip2 around a tar archive. */
export const pack7zip =
	(sandbox: Sandbox): FilesHandler<'archive'> =>
	(params, task) =>
		pack(params, task, async (entries, { output }) => {
			const isTar = params.output_format === 'tar.bz2';
			const files = isTar ? await stageTar(entries, task) : await stageFiles(entries, task);
			// Without attributes: the files of the service are read-only, which is nothing to hand on.
			const kind = isTar ? ['-tbzip2', '-mx=9'] : ['-t7z', '-mtr=off'];
			await run(sandbox, task, '7zip', '/usr/bin/7zz', (visible) => [
				...['a', ...kind, '-bd', '-bso0', '-bsp1', '--'],
				visible(output),
				visible(files),
			]);
		});

/** Packs all files of a task with RAR's own program. */
export const packRar =
	(sandbox: Sandbox): FilesHandler<'archive'> =>
	(params, task) =>
		pack(params, task, async (entries, { output }) => {
			const files = await stageFiles(entries, task);
			await run(sandbox, task, 'rar', '/usr/bin/rar', (visible) => [
				// No configuration, no folders above the files, those below, no questions, no talk.
				...['a', '-cfg-', '-ep1', '-r', '-y', '-idq', '--'],
				visible(output),
				visible(files),
			]);
		});

/** A folder in which the files have the names that they will have in the archive, as a pattern for all of them. */
async function stageFiles(entries: readonly Entry[], { workspace }: FilesTask): Promise<string> {
	const folder = path.join(workspace.tmp, 'files');
	await mkdir(folder);
	for (const entry of entries) {
		const target = path.join(folder, entry.name);
		await mkdir(path.dirname(target), { recursive: true });
		await link(entry.path, target);
	}
	return path.join(folder, '*');
}

async function stageTar(entries: readonly Entry[], task: FilesTask): Promise<string> {
	const output = path.join(task.workspace.tmp, 'archive.tar');
	await writeTar('tar', entries, {
		output,
		signal: task.signal,
		// Writing it is quick; what takes long is compressing it.
		progress: () => undefined,
	});
	return output;
}

async function run(
	sandbox: Sandbox,
	{ workspace, signal, progress }: FilesTask,
	engine: string,
	program: string,
	args: (visible: (file: string) => string) => readonly string[],
): Promise<void> {
	const mounts = workspaceMounts(workspace);
	const ended = await runProgram(sandbox, {
		path: program,
		args: args((file) => sandbox.visible(file, mounts)),
		workspace,
		signal,
		onOutput: (text) => {
			const percent = /(\d{1,3})%/.exec(text)?.[1];
			if (percent) progress(Number(percent));
		},
	});
	if (ended.exitCode === 0) return;
	throw new EngineError(engine, 'could not write the archive.', {
		cause: new Error(ended.stderr || ended.stdout),
	});
}
