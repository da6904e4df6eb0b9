import path from 'node:path';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameOfPart, nameWithFormat } from '../output-names.ts';
import type { Qpdf } from './qpdf.ts';
import { selectPages } from './select-pages.ts';

/** Turns pages of a PDF. */
export const rotatePages =
	(qpdf: Qpdf): FileHandler<'pdf/rotate-pages'> =>
	async ({ rotation, pages }, task) => {
		const { range } = await selectPages(qpdf, pages, task);
		return writePdf(qpdf, task, { rotate: `${rotation}:${range}` });
	};

/** Takes pages of a PDF into a new one. */
export const extractPages =
	(qpdf: Qpdf): FileHandler<'pdf/extract-pages'> =>
	async ({ pages }, task) => {
		const { range } = await selectPages(qpdf, pages, task);
		return writePdf(qpdf, task, { pages: [{ file: '.', range }] });
	};

/** Makes a PDF of each page. */
export const splitPages =
	(qpdf: Qpdf): FileHandler<'pdf/split-pages'> =>
	async (_params, task) => {
		const { input, workspace } = task;
		const { numbers, count } = await selectPages(qpdf, undefined, task);
		const outputFile = qpdf.visible(path.join(workspace.output, 'page-%d.pdf'), task);
		const inputFile = qpdf.visible(input.path, task);
		// Restrictions hold for each page as they did for all; qpdf itself keeps them when it does not split.
		const job = { inputFile, outputFile, splitPages: '', copyEncryption: inputFile };
		await qpdf.run(job, task);
		const width = String(count).length;
		return {
			files: numbers.map((number) => ({
				filename: nameOfPart(input.filename, number, 'pdf'),
				// qpdf writes all numbers as long as the longest.
				path: path.join(workspace.output, `page-${String(number).padStart(width, '0')}.pdf`),
			})),
		};
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
