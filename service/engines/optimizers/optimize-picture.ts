import { copyFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { savings } from './savings.ts';

/**
 * Makes a smaller file of a picture and says what was done; undefined where there is nothing to do.
 * @throws InvalidFileError when the picture cannot be read.
 */
export type Shrink = (
	params: Pick<Params<'optimize'>, 'quality'>,
	task: FileTask,
) => Promise<{ readonly file: string; readonly done: readonly string[] } | undefined>;

/** Optimizes a picture. The input is kept, byte by byte, where the result is not smaller. */
export const optimizePicture =
	(shrink: Shrink): FileHandler<'optimize'> =>
	async (params, task) => {
		const { filename: source, path: original, size, format } = task.input;
		warnOfUnheeded(params, task);
		const made = await shrink(params, task);
		const after = made ? (await stat(made.file)).size : size;
		const filename = nameWithFormat(source, format);
		const output = path.join(task.workspace.output, filename);
		if (made && after < size) {
			await rename(made.file, output);
			const facts = savings(size, after, { kept: false, done: made.done });
			return { files: [{ filename, path: output }], facts };
		}
		await copyFile(original, output);
		task.warn(`File "${source}" is unchanged: ${reason(params, format)}.`);
		const facts = savings(size, size, { kept: true, done: [] });
		return { files: [{ filename, path: output }], facts };
	};

function warnOfUnheeded(params: Params<'optimize'>, { input, warn }: FileTask): void {
	const unheeded = {
		// Set by default: given only when it says otherwise.
		profile: params.profile !== 'web',
		colorspace: params.colorspace !== undefined,
		flatten_signatures: params.flatten_signatures,
		quality: params.quality !== undefined && input.format === 'svg',
	};
	for (const [name, isGiven] of Object.entries(unheeded))
		if (isGiven)
			warn(`Parameter "${name}" has no effect on "${input.filename}", which is ${input.format}.`);
}

function reason({ quality }: Params<'optimize'>, format: string): string {
	if (format === 'svg') return 'it cannot be written shorter';
	return quality === undefined
		? 'nothing makes it smaller without loss; set "quality" to allow some'
		: `it would not be smaller at quality ${quality}`;
}
