import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Workspace } from '../engines/handler.ts';

/** Makes the folders of one attempt at a task; `removeWorkspace` takes them away, whatever became of it. */
export async function createWorkspace(parent: string, name: string): Promise<Workspace> {
	const root = path.join(parent, name);
	const workspace = {
		root,
		input: path.join(root, 'input'),
		output: path.join(root, 'output'),
		tmp: path.join(root, 'tmp'),
	};
	await fs.rm(root, { recursive: true, force: true });
	for (const folder of [workspace.input, workspace.output, workspace.tmp])
		await fs.mkdir(folder, { recursive: true, mode: 0o700 });
	return workspace;
}

/** Removes a workspace with everything that is left in it. */
export async function removeWorkspace(workspace: Workspace): Promise<void> {
	await fs.rm(workspace.root, { recursive: true, force: true, maxRetries: 3 });
}
