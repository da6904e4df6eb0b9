import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import type { FileHandler, FileTask, SourceFile } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { convertPdf } from '../poppler/convert.ts';
import { openPdf } from '../qpdf/open-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import { convertPicture } from '../sharp/pictures.ts';
import type { WarmPool } from '../warm-pool.ts';
import { thumbnailLook } from './look.ts';

/** What thumbnails are made of. */
export interface ThumbnailTools {
	readonly sandbox: Sandbox;
	readonly qpdf: Qpdf;
	/** The image workers. */
	readonly images: WarmPool;
}

/** Thumbnails of a picture: of its first pages or frames where it has several. */
export const thumbnailPicture =
	({ images }: ThumbnailTools): FileHandler<'thumbnail'> =>
	async (params, task) => {
		warnOfTimestamp(params, task);
		return convertPicture(images, { stills: params.count })(thumbnailLook(params), task);
	};

/** Thumbnails of the first pages of a PDF. */
export const thumbnailPdf =
	(tools: ThumbnailTools): FileHandler<'thumbnail'> =>
	async (params, task) => {
		warnOfTimestamp(params, task);
		const { input } = await openPdf(tools.qpdf, task, params.password);
		const opened = { ...task, input };
		const pages = await tools.qpdf.countPages(input.path, opened);
		const pictures = convertPicture(tools.images, { stills: 1 });
		return convertPdf({ ...tools, pictures })(
			{ ...thumbnailLook(params), pages: `1-${Math.min(pages, params.count)}` },
			opened,
		);
	};

/** Thumbnails of what another engine makes a PDF, or a PNG, of. */
export const thumbnailBy =
	(
		convert: FileHandler<'convert'>,
		output_format: 'pdf' | 'png',
		thumbnail: FileHandler<'thumbnail'>,
	): FileHandler<'thumbnail'> =>
	async ({ password, ...params }, task) => {
		const input = await between(convert, output_format, { ...params, password }, task);
		return thumbnail(params, { ...task, input });
	};

/** The file in a form that thumbnails can be made of; its name stays. */
async function between(
	convert: FileHandler<'convert'>,
	output_format: 'pdf' | 'png',
	params: Params<'thumbnail'>,
	task: FileTask,
): Promise<SourceFile> {
	const output = path.join(task.workspace.tmp, 'between');
	await mkdir(output);
	const { width: _, height: __, ...whole } = thumbnailLook(params, output_format);
	const made: HandlerResult = await convert(
		{ ...whole, fit: 'max', ...(params.password && { password: params.password }) },
		{ ...task, workspace: { ...task.workspace, output } },
	);
	const [file] = made.files;
	if (!file) throw new EngineError('thumbnail', `made nothing of "${task.input.filename}".`);
	return { ...task.input, path: file.path, format: output_format };
}

function warnOfTimestamp({ timestamp }: Params<'thumbnail'>, { input, warn }: FileTask): void {
	if (timestamp !== undefined)
		warn(`Parameter "timestamp" has no effect on "${input.filename}", which is no video.`);
}
