import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import { fileFormat } from '../file-format.ts';
import type { FileHandler, FileTask, SourceFile } from '../file-task.ts';
import type { HandlerResult, InputFile } from '../handler.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import { stepTask } from '../step-task.ts';
import type { WarmPool } from '../warm-pool.ts';

/** What turns pictures into PDFs of one page. */
export interface PictureTools {
	readonly qpdf: Qpdf;
	readonly images: WarmPool;
	readonly pictures: FileHandler<'convert'>;
}

const formats = ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'svg', 'pdf'];

/**
 * The file of the task that `image` names, as a PDF whose first page is the picture, and how many pixels wide it was.
 * @throws InvalidOptionError when there is not one file, InvalidFileError when it is no picture.
 */
export async function takePicture(
	{ qpdf, images, pictures }: PictureTools,
	task: FileTask,
): Promise<{ readonly file: string; readonly pixels: number | undefined }> {
	const file = oneFile(task);
	const format = await fileFormat(file, undefined);
	if (!formats.includes(format))
		throw new InvalidFileError(
			file.filename,
			`is ${format}, which cannot be a watermark: "image" must name a task whose file is one of ${formats.join(', ')}.`,
			{ code: 'FORMAT_MISMATCH' },
		);
	const own = await stepTask(task, { ...file, format }, 'picture');
	if (format === 'pdf') return { file: (await plainPdf(qpdf, own)).file, pixels: undefined };
	const source = format === 'svg' ? await draw(pictures, own) : own.input;
	const made = await pictures(convertParams('pdf'), await stepTask(task, source, 'picture-pdf'));
	const { width } = await measurePicture(images, { ...own, input: source });
	return { file: first(made), pixels: width };
}

/** Vectors as pixels, enough of them for a page. */
async function draw(pictures: FileHandler<'convert'>, task: FileTask): Promise<SourceFile> {
	const made = await pictures(convertParams('png', { width: 2000 }), task);
	return { ...task.input, path: first(made), format: 'png' };
}

function first({ files }: HandlerResult): string {
	return files[0]?.path ?? '';
}

function oneFile({ named }: FileTask): InputFile {
	const [file, ...more] = named.image ?? [];
	if (file && more.length === 0) return file;
	throw new InvalidOptionError(
		'image',
		file?.task ?? '',
		`must name a task with one file; this one has ${more.length + (file ? 1 : 0)}`,
	);
}
