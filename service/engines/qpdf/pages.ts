import path from 'node:path';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
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
