import { convertParams } from './convert-params.ts';
import type { FileHandler } from './file-task.ts';
import { convertBetween } from './step-task.ts';

/** What encodes pictures: sharp where it can, ImageMagick for the rest. */
export interface Encoders {
	readonly sharp: FileHandler<'convert'>;
	readonly magick: FileHandler<'convert'>;
}

const drawn = new Set(['png', 'apng', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'pdf']);

/** Encodes a picture that sharp reads, as large as it is wanted, in any common format. */
export const encodePicture =
	({ sharp, magick }: Encoders): FileHandler<'convert'> =>
	async (params, task) => {
		const { output_format, quality } = params;
		if (drawn.has(output_format)) return sharp(params, task);
		const input = await convertBetween(sharp, { ...params, output_format: 'png' }, task);
		return magick(convertParams(output_format, quality === undefined ? {} : { quality }), {
			...task,
			input,
		});
	};
