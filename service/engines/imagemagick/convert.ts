import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** What the conversions of ImageMagick are made of. */
export interface MagickTools {
	readonly sandbox: Sandbox;
	/** Places a picture in a PDF. */
	readonly pictures: FileHandler<'convert'>;
}

/** Converts pictures that sharp does not know, or any where a client asks for ImageMagick. */
export const convertMagick =
	({ sandbox, pictures }: MagickTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace } = task;
		if (params.output_format !== 'pdf') {
			const filename = nameWithFormat(input.filename, params.output_format);
			const output = path.join(workspace.output, filename);
			await convert(sandbox, params.output_format, params, task, output);
			return { files: [{ filename, path: output }] };
		}
		const png = path.join(workspace.tmp, 'picture.png');
		await convert(sandbox, 'png', { fit: 'max' }, task, png);
		return pictures(params, { ...task, input: { ...input, path: png, format: 'png' } });
	};

type Look = Pick<Params<'convert'>, 'width' | 'height' | 'fit' | 'quality'>;

async function convert(
	sandbox: Sandbox,
	format: string,
	look: Look,
	{ input, workspace, signal }: FileTask,
	output: string,
): Promise<void> {
	const mounts = workspaceMounts(workspace);
	const policy = { source: import.meta.dirname, target: '/opt/filemill/imagemagick' };
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/convert-im6.q16',
		args: [
			// The coder by name, never by content; of layers and icons the first, which is the whole picture.
			`${coder(input.format)}:${sandbox.visible(input.path, mounts)}[0]`,
			'-auto-orient',
			...resize(look),
			...(look.quality ? ['-quality', `${look.quality}`] : []),
			...(format === 'jpg' ? ['-background', 'white', '-flatten'] : []),
			...(format === 'ico' ? ['-resize', '256x256>'] : []),
			`${coder(format)}:${sandbox.visible(output, mounts)}`,
		],
		workspace,
		signal,
		mounts: [policy],
		env: { MAGICK_CONFIGURE_PATH: sandbox.visible(import.meta.dirname, [policy]) },
	});
	if (ended.exitCode === 0) return;
	const cause = new Error(ended.stderr);
	if (ended.exitCode !== 1)
		throw new EngineError('imagemagick', `failed on "${input.filename}".`, { cause });
	throw new InvalidFileError(
		input.filename,
		`cannot be read as ${input.format}: it is damaged, too large or of another format.`,
		{ cause },
	);
}

function resize({ width, height, fit }: Look): string[] {
	if (!width && !height) return [];
	const size = `${width ?? ''}x${height ?? ''}`;
	if (!width || !height) return ['-resize', fit === 'max' ? `${size}>` : size];
	switch (fit) {
		case 'crop':
			return ['-resize', `${size}^`, '-gravity', 'center', '-extent', size];
		case 'scale':
			return ['-resize', `${size}!`];
		default:
			return ['-resize', `${size}>`];
	}
}

const coders: Readonly<Record<string, string>> = { jpg: 'jpeg', bmp: 'bmp3' };

function coder(format: string): string {
	return coders[format] ?? format;
}
