import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { FileTask } from './file-task.ts';
import { workspaceMounts } from './run-program.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * The path under which a program sees the input of a task by another name, "input", and an extension, for programs that
 * tell formats by it, or write beside what they read.
 */
export async function namedInput(
	sandbox: Sandbox,
	{ input, workspace }: FileTask,
	extension: string,
	stem = 'input',
): Promise<string> {
	const mounts = workspaceMounts(workspace);
	const link = path.join(workspace.tmp, `${stem}.${extension}`);
	// Of an earlier file of the same task.
	await rm(link, { force: true });
	await symlink(sandbox.visible(input.path, mounts), link);
	return sandbox.visible(link, mounts);
}
