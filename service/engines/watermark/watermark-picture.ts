import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import type { PictureRequest } from '../sharp/request.ts';
import { type StampTools, stampPages } from './stamp-pages.ts';

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
		if (Math.max(size.width, size.height) > widest)
			throw new InvalidFileError(
				input.filename,
				`is ${size.width} by ${size.height} pixels, but a watermark needs at most ${widest} a side.`,
			);
		const blank = path.join(workspace.tmp, 'blank.pdf');
		await writeFile(blank, blankPage(size));
		const { file, font } = await stampPages(
			tools,
			params,
			{ file: blank, pages: [1], inPixels: true },
			task,
		);
		const overlay = await render(tools.sandbox, file, size, task);
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

// What Cairo draws on.
const widest = 30_000;

// One path segment: the worker reads files that anyone made, and what it says is not trusted.
const facts = z.object({
	files: z.array(z.string().regex(/^[^/]+$/)),
	framesDropped: z.number(),
});

/** A PDF with an empty page of a point a pixel, as short as its reader takes it. */
function blankPage({ width, height }: { width: number; height: number }): string {
	return [
		'%PDF-1.7',
		'1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
		'2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
		`3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]>> endobj`,
		'trailer <</Size 4 /Root 1 0 R>>',
		'%%EOF',
	].join('\n');
}

/** A page as a picture that is transparent where nothing is drawn. */
async function render(
	sandbox: Sandbox,
	file: string,
	{ width, height }: { width: number; height: number },
	{ input, workspace, signal }: FileTask,
): Promise<string> {
	const mounts = workspaceMounts(workspace);
	const target = path.join(workspace.tmp, 'overlay');
	const { exitCode, stderr } = await runProgram(sandbox, {
		path: '/usr/bin/pdftocairo',
		args: [
			...['-png', '-transp', '-singlefile', '-scale-to-x', `${width}`, '-scale-to-y', `${height}`],
			...[sandbox.visible(file, mounts), sandbox.visible(target, mounts)],
		],
		workspace,
		signal,
	});
	if (exitCode === 0) return `${target}.png`;
	throw new InvalidFileError(input.filename, 'is too large to be marked.', {
		cause: new Error(stderr),
	});
}
