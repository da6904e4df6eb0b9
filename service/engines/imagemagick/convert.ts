import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameOfPart, nameWithFormat } from '../output-names.ts';
import type { Ended } from '../run-program.ts';
import { convertBetween } from '../step-task.ts';
import { isLossy } from './formats.ts';
import type { Magick } from './magick.ts';
import { type Contents, coder, contentsOf, isOpaque } from './picture-kinds.ts';

/** What the conversions of ImageMagick are made of. */
export interface MagickTools {
	readonly magick: Magick;
	/** Places a picture in a PDF. */
	readonly pictures: FileHandler<'convert'>;
}

/** Converts pictures that sharp does not know, or any where a client asks for ImageMagick. */
export const convertMagick = ({ magick, pictures }: MagickTools): FileHandler<'convert'> => {
	const convert: FileHandler<'convert'> = async (params, task) => {
		if (params.output_format !== 'pdf') return draw(magick, params, task);
		// A TIFF has as many pages as the picture has.
		const between = convertParams('tiff');
		return pictures(params, { ...task, input: await convertBetween(convert, between, task) });
	};
	return convert;
};

async function draw(
	magick: Magick,
	params: Params<'convert'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const format = params.output_format;
	const contents = contentsOf(input.format, format);
	const folder = await mkdtemp(path.join(workspace.tmp, 'magick-'));
	const target = path.join(folder, contents === 'one-by-one' ? `%04d.${format}` : `0.${format}`);
	const ended = await magick.run(
		'convert',
		[
			// The coder by name, never by content.
			`${sourceOf(magick, task)}${await choose(magick, contents, task)}`,
			...arrangements[contents],
			'-auto-orient',
			...resize(params),
			...(params.quality && isLossy(format) ? ['-quality', `${params.quality}`] : []),
			...(isOpaque(format) ? ['-background', 'white', '-alpha', 'remove', '-alpha', 'off'] : []),
			...(format === 'ico' || format === 'cur' ? ['-resize', '256x256>'] : []),
			...(format === 'fits' ? ['-colorspace', 'gray'] : []),
			`${coder(format)}:${magick.visible(target, task)}`,
		],
		task,
	);
	if (ended.exitCode !== 0) throw fault(input, ended);
	const made = (await readdir(folder)).sort();
	const files = made.map((name, index) => ({
		filename:
			made.length > 1
				? nameOfPart(input.filename, index + 1, format)
				: nameWithFormat(input.filename, format),
		path: path.join(folder, name),
	}));
	return { files };
}

const arrangements: Readonly<Record<Contents, readonly string[]>> = {
	...{ first: [], 'first-frame': [], largest: [], pages: [], 'one-by-one': [] },
	layers: ['-background', 'none', '-flatten'],
	// Frames may hold only what changes.
	frames: ['-coalesce'],
};

/** Which of the pictures in a file are read, as ImageMagick writes it after a name. */
async function choose(magick: Magick, contents: Contents, task: FileTask): Promise<string> {
	if (contents === 'first') return '[0]';
	if (contents !== 'first-frame' && contents !== 'largest') return '';
	const { input } = task;
	const format = '%s %w %h\n';
	const ended = await magick.run('identify', ['-format', format, sourceOf(magick, task)], task);
	if (ended.exitCode !== 0) throw fault(input, ended);
	const lines = ended.stdout.trim().split('\n');
	if (contents === 'first-frame') {
		if (lines.length > 1)
			task.warn(`File "${input.filename}" is animated; only its first picture is taken.`);
		return '[0]';
	}
	const pictures = lines
		.map((line) => line.split(' ').map(Number))
		.map(([scene = 0, width = 0, height = 0]) => ({ scene, area: width * height }));
	const largest = pictures.toSorted((one, other) => other.area - one.area)[0];
	return `[${largest?.scene ?? 0}]`;
}

function sourceOf(magick: Magick, task: FileTask): string {
	return `${coder(task.input.format)}:${magick.visible(task.input.path, task)}`;
}

function fault({ filename, format }: FileTask['input'], { exitCode, stderr }: Ended): Error {
	const cause = new Error(stderr);
	if (exitCode !== 1) return new EngineError('imagemagick', `failed on "${filename}".`, { cause });
	return new InvalidFileError(
		filename,
		`cannot be read as ${format}: it is damaged, too large or of another format.`,
		{ cause },
	);
}

function resize({ width, height, fit }: Params<'convert'>): string[] {
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
