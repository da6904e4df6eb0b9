import path from 'node:path';
import { z } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { longLived } from '../limits.ts';
import type { Command, Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';

/** An ExifTool that stays loaded. */
export function exiftoolWorker(sandbox: Sandbox): Command {
	const mounts = [{ source: import.meta.dirname, target: '/opt/filemill/exiftool' }];
	const script = sandbox.visible(path.join(import.meta.dirname, 'worker.pl'), mounts);
	return { path: '/usr/bin/perl', args: [script], mounts, limits: longLived };
}

/** A property that ExifTool found. */
export interface Tag {
	readonly name: string;
	/** The general group and the particular one, in lower case: `xmp` and `xmp-dc`. */
	readonly groups: readonly string[];
	readonly value: string;
	/** Whether it outweighs the others of its name. */
	readonly first: boolean;
}

/** All tags of a file in the order of their places; the size is that of the task's input. */
export async function readTags(
	pool: WarmPool,
	file: string,
	{ workspace, signal, input }: Pick<FileTask, 'workspace' | 'signal' | 'input'>,
): Promise<Tag[]> {
	const answer = await pool.run({
		input: file,
		output: workspace.output,
		signal,
		request: (source) => ({ action: 'read', input: source, size: input.size }),
	});
	if (answer.status === 'done') return found.parse(answer.facts).tags;
	throw new EngineError('exiftool', `could not read "${input.filename}".`, {
		cause: new Error(answer.detail),
	});
}

const found = z.object({
	tags: z.array(
		z.object({
			name: z.string(),
			groups: z.array(z.string()),
			value: z.string(),
			first: z.boolean(),
		}),
	),
});
