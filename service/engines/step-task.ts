import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError } from '../errors.ts';
import type { FileHandler, FileTask, SourceFile } from './file-task.ts';

/** A step of a task on a file, with folders of its own, because those of the task are for what comes out of it. */
export async function stepTask(task: FileTask, input: SourceFile, name: string): Promise<FileTask> {
	const root = path.join(task.workspace.tmp, name);
	const [output, tmp] = [path.join(root, 'output'), path.join(root, 'tmp')];
	for (const folder of [output, tmp]) await mkdir(folder, { recursive: true });
	return { ...task, input, workspace: { ...task.workspace, output, tmp } };
}

/**
 * The file of a task in another format, for the next step to work on; its name stays.
 * @throws EngineError when nothing comes out.
 */
export async function convertBetween(
	convert: FileHandler<'convert'>,
	params: Params<'convert'>,
	task: FileTask,
): Promise<SourceFile> {
	const { output_format } = params;
	const step = await stepTask(task, task.input, `as-${output_format}`);
	const [file] = (await convert(params, step)).files;
	if (!file) throw new EngineError('convert', `made nothing of "${task.input.filename}".`);
	return { ...task.input, path: file.path, format: output_format };
}
