import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask, SourceFile } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import { type Ended, runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { convertBetween } from '../step-task.ts';

/** What converting JPEG XL is made of. */
export interface JxlTools {
	readonly sandbox: Sandbox;
	/** Encodes a picture. */
	readonly pictures: FileHandler<'convert'>;
}

/** Reads and writes JPEG XL. */
export const convertJxl =
	(tools: JxlTools): FileHandler<'convert'> =>
	(params, task) =>
		params.output_format === 'jxl' ? write(tools, params, task) : read(tools, params, task);

// What sharp reads at most, too.
const maxPixels = 0x3fff * 0x3fff;

async function read(
	{ sandbox, pictures }: JxlTools,
	params: Params<'convert'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const { stdout } = await run(sandbox, task, 'jxlinfo', [input.path]);
	const [, width, height] = /, (\d+)x(\d+)/.exec(stdout) ?? [];
	if (!width || !height || Number(width) * Number(height) > maxPixels) throw fault(input, stdout);
	if (/animation/.test(stdout))
		task.warn(`File "${input.filename}" is animated; only its first picture is taken.`);
	const png = path.join(workspace.tmp, 'picture.png');
	const ended = await run(sandbox, task, 'djxl', [input.path, png]);
	if (ended.exitCode !== 0) throw fault(input, ended.stderr);
	return pictures(params, { ...task, input: { ...input, path: png, format: 'png' } });
}

async function write(
	{ sandbox, pictures }: JxlTools,
	params: Params<'convert'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const source = await sourceOf(pictures, params, task);
	const filename = nameWithFormat(input.filename, 'jxl');
	const output = path.join(workspace.output, filename);
	const quality = params.quality === undefined ? [] : ['-q', `${params.quality}`];
	const ended = await run(sandbox, task, 'cjxl', [source.path, output], quality);
	if (ended.exitCode !== 0 && source === input) throw fault(input, ended.stderr);
	if (ended.exitCode !== 0)
		throw new EngineError('libjxl', `could not write "${filename}".`, {
			cause: new Error(ended.stderr),
		});
	return { files: [{ filename, path: output }] };
}

/** What cjxl takes: a JPEG as it is, whose own pixels it keeps, and an animation; anything else as PNG. */
async function sourceOf(
	pictures: FileHandler<'convert'>,
	params: Params<'convert'>,
	task: FileTask,
): Promise<SourceFile> {
	const { width, height, quality } = params;
	const sized = width !== undefined || height !== undefined;
	const { format } = task.input;
	if (!sized && (format === 'gif' || (format === 'jpg' && quality === undefined)))
		return task.input;
	return convertBetween(pictures, { ...params, output_format: 'png' }, task);
}

function run(
	sandbox: Sandbox,
	{ workspace, signal }: FileTask,
	program: string,
	files: readonly string[],
	options: readonly string[] = [],
): Promise<Ended> {
	const mounts = workspaceMounts(workspace);
	return runProgram(sandbox, {
		path: `/usr/bin/${program}`,
		args: [...files.map((file) => sandbox.visible(file, mounts)), ...options],
		workspace,
		signal,
	});
}

function fault({ filename, format }: SourceFile, detail: string): Error {
	return new InvalidFileError(
		filename,
		`cannot be read as ${format}: it is damaged, too large or of another format.`,
		{ cause: new Error(detail) },
	);
}
