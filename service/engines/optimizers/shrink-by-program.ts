import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { Shrink } from './optimize-picture.ts';
import { askWorker, unreadable } from './shrink-in-worker.ts';

/** Makes JPEGs smaller without loss, or with some where a quality is given. */
export const shrinkJpeg =
	(sandbox: Sandbox, pool: WarmPool): Shrink =>
	async ({ quality }, task) => {
		const { tmp } = task.workspace;
		const packed = path.join(tmp, path.basename(task.input.path));
		const flags = ['--quiet', '--nofix', '--strip-all', '--keep-icc'];
		const loss = quality === undefined ? [] : [`--max=${quality}`];
		const seen = visible(sandbox, task);
		const files = [`--dest=${seen(tmp)}`, '--', seen(task.input.path)];
		// Progressive ones are mostly smaller. It writes nothing where it gains nothing.
		for (const order of ['--all-progressive', '--all-normal'])
			if (!(await isWritten(packed)))
				await run(sandbox, task, '/usr/bin/jpegoptim', [...flags, ...loss, order, ...files]);
		if (!(await isWritten(packed))) return undefined;
		const done = await askWorker(pool, task, { packed });
		const how =
			quality === undefined
				? done
				: [`compressed by jpegoptim at quality ${quality}`, ...done.slice(1)];
		return { file: path.join(tmp, 'optimized'), done: how };
	};

/** Makes GIFs smaller without loss, or with some where a quality is given; frames and their times stay. */
export const shrinkGif =
	(sandbox: Sandbox, pool: WarmPool): Shrink =>
	async ({ quality }, task) => {
		await askWorker(pool, task, {});
		const file = path.join(task.workspace.tmp, 'optimized.gif');
		const flags = ['-O3', '--no-warnings', '--no-comments', '--no-names', '--no-extensions'];
		// Its scale begins at 0, where nothing is lost; beyond 200 little is left of a picture.
		const loss = quality === undefined ? [] : [`--lossy=${(100 - quality) * 2}`];
		const seen = visible(sandbox, task);
		const args = [...flags, ...loss, '--output', seen(file), seen(task.input.path)];
		await run(sandbox, task, '/usr/bin/gifsicle', args);
		if (!(await isWritten(file))) throw unreadable(task.input, 'gifsicle wrote nothing.');
		const how = quality === undefined ? 'without loss' : `at quality ${quality}`;
		return {
			file,
			done: [`compressed ${how} by gifsicle`, 'comments, names and extensions removed'],
		};
	};

function visible(sandbox: Sandbox, { workspace }: FileTask) {
	return (file: string) => sandbox.visible(file, workspaceMounts(workspace));
}

async function run(
	sandbox: Sandbox,
	task: FileTask,
	program: string,
	args: readonly string[],
): Promise<void> {
	const { workspace, signal } = task;
	const ended = await runProgram(sandbox, { path: program, args, workspace, signal });
	if (ended.exitCode !== 0) throw unreadable(task.input, ended.stderr);
}

async function isWritten(file: string): Promise<boolean> {
	const found = await stat(file).catch(() => undefined);
	return found !== undefined && found.size > 0;
}
