import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nodeWorker } from '../node-worker.ts';
import { nameWithFormat } from '../output-names.ts';
import type { Command, Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { PictureRequest } from './request.ts';

/** Converts pictures, also to PDF; with `stills` makes thumbnails of at most so many pages or frames. */
export const convertPicture =
	(pool: WarmPool, { stills }: { readonly stills?: number } = {}): FileHandler<'convert'> =>
	async (params, { input, workspace, signal, warn }) => {
		const { output_format: to, width, height, fit, quality, pixel_density: density } = params;
		if (density && input.format === 'svg' && (width || height))
			warn('Parameter "pixel_density" has no effect where "width" or "height" is given.');
		const stem = path.parse(nameWithFormat(input.filename, to)).name;
		const answer = await pool.run({
			input: input.path,
			output: workspace.output,
			signal,
			request: (source, output): PictureRequest => ({
				input: source,
				output,
				stem,
				from: input.format,
				to,
				width,
				height,
				fit,
				quality,
				density,
				stills,
			}),
		});
		if (answer.status !== 'done')
			throw new InvalidFileError(
				input.filename,
				`cannot be read as ${input.format}: it is damaged, too large or of another format.`,
				{ cause: new Error(answer.detail) },
			);
		const { files, framesDropped } = facts.parse(answer.facts);
		if (framesDropped > 0 || (input.format === 'apng' && to !== 'png'))
			warn(`File "${input.filename}" is animated; the ${to} file holds only its first picture.`);
		return {
			files: files.map((filename) => ({ filename, path: path.join(workspace.output, filename) })),
		};
	};

// One path segment: the worker reads files that anyone made, and what it says is not trusted.
const facts = z.object({
	files: z.array(z.string().regex(/^[^/]+$/)),
	framesDropped: z.number(),
});

/** The image worker. */
export function pictureWorker(sandbox: Sandbox): Command {
	return nodeWorker(sandbox, import.meta.dirname, 'sharp');
}
