import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { OutputFile } from '../handler.ts';
import type { Magick } from '../imagemagick/magick.ts';
import { coder, isOpaque } from '../imagemagick/picture-kinds.ts';
import { nameWithFormat } from '../output-names.ts';
import { resolveRanges } from '../qpdf/select-pages.ts';
import { stepTask } from '../step-task.ts';
import type { StampTools } from './stamp-pages.ts';
import { watermarkPicture } from './watermark-picture.ts';

/** What marking pictures that sharp does not write whole is made of. */
export interface MagickStampTools extends StampTools {
	readonly magick: Magick;
	/** Converts pictures that sharp does not read. */
	readonly toPng: FileHandler<'convert'>;
}

/** Marks pictures by way of PNG: all pages of a TIFF, or those asked for, and formats of ImageMagick. */
export const watermarkByMagick =
	(tools: MagickStampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { format, filename } = task.input;
		const pages = await pagesOf(tools, task);
		const chosen = choosePages(params, pages.length, task);
		if (params.layer === 'below' && isOpaque(format))
			task.warn(
				`The watermark is not seen: it lies behind "${filename}", and a ${format} file lets nothing through.`,
			);
		const { pages: _, ...rest } = params;
		const facts: Record<string, unknown> = {};
		const marked: OutputFile[] = [];
		for (const [index, page] of pages.entries()) {
			if (!chosen.has(index + 1)) {
				marked.push(page);
				continue;
			}
			const input = { ...task.input, path: page.path, format: 'png' };
			const step = await stepTask(task, input, `page-${index + 1}`);
			const made = await watermarkPicture(tools)(rest, step);
			marked.push(...made.files);
			Object.assign(facts, made.facts);
		}
		const file = await join(tools.magick, marked, task);
		return { files: [file], facts };
	};

async function pagesOf(tools: MagickStampTools, task: FileTask): Promise<readonly OutputFile[]> {
	const step = await stepTask(task, task.input, 'as-png');
	const convert = task.input.format === 'tiff' ? tools.pictures : tools.toPng;
	return (await convert(convertParams('png'), step)).files;
}

function choosePages(
	{ pages }: Params<'watermark'>,
	count: number,
	{ input, warn }: FileTask,
): ReadonlySet<number> {
	const all = Array.from({ length: count }, (_, index) => index + 1);
	if (pages === undefined) return new Set(all);
	if (input.format !== 'tiff') {
		warn(
			`Parameter "pages" has no effect: "${input.filename}" is ${input.format} and has no pages.`,
		);
		return new Set(all);
	}
	const ranges = resolveRanges(pages, count, input.filename);
	return new Set(
		all.filter((page) => ranges.some(([first, last]) => page >= first && page <= last)),
	);
}

/** One file of all pages. */
async function join(
	magick: Magick,
	pages: readonly OutputFile[],
	task: FileTask,
): Promise<OutputFile> {
	const { format } = task.input;
	const filename = nameWithFormat(task.input.filename, format);
	const folder = await mkdtemp(path.join(task.workspace.tmp, 'joined-'));
	const { exitCode, stderr } = await magick.run(
		'convert',
		[
			...pages.map((page) => `png:${magick.visible(page.path, task)}`),
			...(isOpaque(format) ? ['-background', 'white', '-alpha', 'remove', '-alpha', 'off'] : []),
			...(format === 'tiff' ? ['-compress', 'LZW'] : []),
			// A "%" in the name would count pages.
			`${coder(format)}:${magick.visible(path.join(folder, 'joined'), task)}`,
		],
		task,
	);
	if (exitCode === 0) return { filename, path: path.join(folder, 'joined') };
	throw new EngineError('imagemagick', `could not write "${filename}".`, {
		cause: new Error(stderr),
	});
}
