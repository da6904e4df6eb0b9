import path from 'node:path';
import type { FileTask } from './file-task.ts';
import { type Ended, runProgram, workspaceMounts } from './run-program.ts';
import type { Sandbox } from './sandbox.ts';

/** Runs a Python script of ours, which sees its own folder and the workspace, on files of a task. */
export function runScript(
	sandbox: Sandbox,
	script: string,
	files: readonly string[],
	{ workspace, signal }: Pick<FileTask, 'workspace' | 'signal'>,
): Promise<Ended> {
	const source = path.dirname(script);
	const own = { source, target: `/opt/filemill/${path.basename(source)}` };
	const mounts = workspaceMounts(workspace);
	return runProgram(sandbox, {
		path: '/usr/bin/python3',
		args: [
			// Without settings of the machine, and leaving nothing beside the script.
			...['-I', '-B', sandbox.visible(script, [own])],
			...files.map((file) => sandbox.visible(file, mounts)),
		],
		workspace,
		signal,
		mounts: [own],
	});
}
