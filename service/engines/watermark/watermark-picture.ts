import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import type { PictureRequest } from '../sharp/request.ts';
import { makeOverlay } from './make-overlay.ts';
import type { StampTools } from './stamp-pages.ts';

/** Marks a picture, or all frames of an animation: the mark is a page of the same size, laid over it. */
export const watermarkPicture =
	(tools: StampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace, signal, warn } = task;
		const { format } = input;
		if (params.pages !== undefined)
			warn(`Parameter "pages" has no effect: "${input.filename}" is ${format} and has no pages.`);
		if (params.layer === 'below' && format === 'jpg')
			warn(
				`The watermark is not seen: it lies behind "${input.filename}", and a jpg lets nothing through.`,
			);
		const size = await measurePicture(tools.images, task);
		const { overlay, font } = await makeOverlay(tools, params, size, task);
		const filename = nameWithFormat(input.filename, format);
		const answer = await tools.images.run({
			input: input.path,
			more: [overlay],
			output: workspace.output,
			signal,
			request: (source, output, [mark = '']): PictureRequest => ({
				...{ input: source, output, stem: path.parse(filename).name },
				...{ from: format, to: format, fit: 'max' },
				overlay: { file: mark, layer: params.layer },
			}),
		});
		if (answer.status !== 'done')
			throw new InvalidFileError(
				input.filename,
				`cannot be read as ${format}: it is damaged, too large or of another format.`,
				{ cause: new Error(answer.detail) },
			);
		const { files, framesDropped } = facts.parse(answer.facts);
		if (framesDropped > 0)
			warn(`File "${input.filename}" holds several pictures; only the first is marked and kept.`);
		return {
			files: files.map((name) => ({ filename: name, path: path.join(workspace.output, name) })),
			facts: { ...size, ...(font && { font }) },
		};
	};

// One path segment: the worker reads files that anyone made, and what it says is not trusted.
const facts = z.object({
	files: z.array(z.string().regex(/^[^/]+$/)),
	framesDropped: z.number(),
});
