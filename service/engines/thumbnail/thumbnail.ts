import type { Params } from '@filemill/operations';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { convertPdf } from '../poppler/convert.ts';
import { openPdf } from '../qpdf/open-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import { convertPicture } from '../sharp/pictures.ts';
import { convertBetween } from '../step-task.ts';
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
		const whole = convertParams(output_format, password === undefined ? {} : { password });
		return thumbnail(params, { ...task, input: await convertBetween(convert, whole, task) });
	};

function warnOfTimestamp({ timestamp }: Params<'thumbnail'>, { input, warn }: FileTask): void {
	if (timestamp !== undefined)
		warn(`Parameter "timestamp" has no effect on "${input.filename}", which is no video.`);
}
