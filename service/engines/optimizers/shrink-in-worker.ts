import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { nodeWorker } from '../node-worker.ts';
import type { Command, Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { Shrink } from './optimize-picture.ts';
import type { OptimizeRequest } from './request.ts';

const result = 'optimized';
const facts = z.object({ done: z.array(z.string()) });

/** Makes pictures smaller in a warm worker, by sharp, OxiPNG and SVGO. */
export const shrinkInWorker =
	(pool: WarmPool): Shrink =>
	async ({ quality }, task) => {
		const done = await askWorker(pool, task, { quality });
		return done.length > 0 ? { file: path.join(task.workspace.tmp, result), done } : undefined;
	};

/** Has the worker write `tmp/optimized`, or only look at a GIF. @throws InvalidFileError when it cannot read the file. */
export async function askWorker(
	pool: WarmPool,
	{ input, workspace, signal }: FileTask,
	{ quality, packed: more }: { readonly quality?: number | undefined; readonly packed?: string },
): Promise<readonly string[]> {
	const answer = await pool.run({
		input: input.path,
		more: more === undefined ? [] : [more],
		output: workspace.tmp,
		signal,
		request: (source, output, [packed]): OptimizeRequest => ({
			input: source,
			output: path.join(output, result),
			format: input.format,
			quality,
			packed,
		}),
	});
	if (answer.status === 'done') return facts.parse(answer.facts).done;
	throw unreadable(input, answer.detail);
}

/** The error for a picture that a program cannot read; its own words are for the operator. */
export function unreadable(
	{ filename, format }: Pick<FileTask['input'], 'filename' | 'format'>,
	detail: string,
) {
	return new InvalidFileError(
		filename,
		`cannot be read as ${format}: it is damaged, too large or of another format.`,
		{ cause: new Error(detail) },
	);
}

/** The worker for pictures that get smaller. */
export function optimizerWorker(sandbox: Sandbox): Command {
	return nodeWorker(sandbox, import.meta.dirname, 'sharp');
}
