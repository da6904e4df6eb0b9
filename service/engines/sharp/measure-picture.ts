import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { PictureRequest } from './request.ts';

const facts = z.object({
	size: z.object({ width: z.number().int().min(1), height: z.number().int().min(1) }),
});

/** The size of a picture as it is seen, in pixels. @throws InvalidFileError when it cannot be read. */
export async function measurePicture(
	pool: WarmPool,
	{ input, workspace, signal }: FileTask,
): Promise<{ width: number; height: number }> {
	const { format } = input;
	const answer = await pool.run({
		input: input.path,
		output: workspace.tmp,
		signal,
		request: (source, output): PictureRequest => ({
			...{ input: source, output, stem: '', from: format, to: format, fit: 'max' },
			measure: true,
		}),
	});
	if (answer.status === 'done') return facts.parse(answer.facts).size;
	throw new InvalidFileError(
		input.filename,
		`cannot be read as ${format}: it is damaged, too large or of another format.`,
		{ cause: new Error(answer.detail) },
	);
}
