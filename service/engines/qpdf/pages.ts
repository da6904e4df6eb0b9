import path from 'node:path';
import { pageRanges } from '@filemill/operations';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import type { Qpdf } from './qpdf.ts';

/** Turns pages of a PDF. */
export const rotatePages =
	(qpdf: Qpdf): FileHandler<'pdf/rotate-pages'> =>
	async ({ rotation, pages }, task) => {
		await checkPages(qpdf, pages, task);
		return writePdf(qpdf, task, { rotate: pages ? `${rotation}:${pages}` : rotation });
	};

/** Takes pages of a PDF into a new one. */
export const extractPages =
	(qpdf: Qpdf): FileHandler<'pdf/extract-pages'> =>
	async ({ pages }, task) => {
		await checkPages(qpdf, pages, task);
		return writePdf(qpdf, task, { pages: [{ file: '.', range: pages }] });
	};

async function writePdf(qpdf: Qpdf, task: FileTask, job: object): Promise<HandlerResult> {
	const filename = nameWithFormat(task.input.filename, 'pdf');
	const output = path.join(task.workspace.output, filename);
	await qpdf.run(
		{
			inputFile: qpdf.visible(task.input.path, task),
			outputFile: qpdf.visible(output, task),
			...job,
		},
		task,
	);
	return { files: [{ filename, path: output }] };
}

/**
 * Opens a PDF and compares a page list with its number of pages.
 * @throws InvalidOptionError when a page is not there.
 */
export async function checkPages(
	qpdf: Qpdf,
	pages: string | undefined,
	task: FileTask,
): Promise<number> {
	const { filename, path: file } = task.input;
	const count = await qpdf.countPages(file, task);
	if (count === 0) throw new InvalidFileError(filename, 'is a PDF without pages.');
	if (pages && pageRanges(pages).some(([, last]) => last > count))
		throw new InvalidOptionError(
			'pages',
			pages,
			`"${filename}" has ${count} ${count === 1 ? 'page' : 'pages'}`,
		);
	return count;
}
