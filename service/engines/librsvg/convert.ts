import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** What converting drawings is made of. */
export interface DrawingTools {
	readonly sandbox: Sandbox;
	/** Encodes a picture. */
	readonly pictures: FileHandler<'convert'>;
}

const papers = new Set(['pdf', 'ps', 'eps']);

/** Converts SVG drawings; what they refer to is not loaded. */
export const convertDrawing =
	({ sandbox, pictures }: DrawingTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace } = task;
		const format = params.output_format;
		if (papers.has(format)) {
			const filename = nameWithFormat(input.filename, format);
			const output = path.join(workspace.output, filename);
			await draw(sandbox, task, ['-f', format], output);
			return { files: [{ filename, path: output }] };
		}
		const png = path.join(workspace.tmp, 'drawing.png');
		await draw(sandbox, task, ['-f', 'png', ...sizeOf(params)], png);
		return pictures(params, { ...task, input: { ...input, path: png, format: 'pdf' } });
	};

function sizeOf({ width, height, pixel_density }: Parameters<FileHandler<'convert'>>[0]): string[] {
	const sides = [...(width ? ['-w', `${width}`] : []), ...(height ? ['-h', `${height}`] : [])];
	if (sides.length > 0) return [...sides, '--keep-aspect-ratio'];
	// A pixel of SVG is a 96th of an inch.
	return pixel_density ? ['-z', `${pixel_density / 96}`] : [];
}

async function draw(
	sandbox: Sandbox,
	{ input, workspace, signal }: FileTask,
	options: readonly string[],
	output: string,
): Promise<void> {
	const visible = (file: string) => sandbox.visible(file, workspaceMounts(workspace));
	const { exitCode, stderr } = await runProgram(sandbox, {
		path: '/usr/bin/rsvg-convert',
		args: [...options, '-o', visible(output), visible(input.path)],
		workspace,
		signal,
	});
	if (exitCode === 0) return;
	throw new InvalidFileError(
		input.filename,
		`cannot be read as ${input.format}: it is damaged, too large or of another format.`,
		{ cause: new Error(stderr) },
	);
}
