import path from 'node:path';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameOfPart, nameWithFormat } from '../output-names.ts';
import { addOutline, type PageTools, pruneNavigation } from './navigation.ts';
import type { Qpdf } from './qpdf.ts';
import { selectPages } from './select-pages.ts';

/** Turns pages of a PDF. */
export const rotatePages =
	(qpdf: Qpdf): FileHandler<'pdf/rotate-pages'> =>
	async ({ rotation, pages }, task) => {
		const { range } = await selectPages(qpdf, pages, task);
		return writePdf(qpdf, task, { rotate: `${rotation}:${range}` });
	};

/** Takes pages of a PDF into a new one, with the links and bookmarks that lead to them. */
export const extractPages =
	(tools: PageTools) =>
	async ({ pages }: { pages?: string | undefined }, task: FileTask): Promise<HandlerResult> => {
		const { numbers, range } = await selectPages(tools.qpdf, pages, task);
		const params = { pages: numbers, apart: false };
		const { job } = await pruneNavigation(tools, task.input.path, params, task);
		return writePdf(tools.qpdf, task, { ...job, pages: [{ file: '.', range }] });
	};

/** Makes a PDF of each page, with the links and bookmarks that lead to it. */
export const splitPages =
	(tools: PageTools): FileHandler<'pdf/split-pages'> =>
	async (_params, task) => {
		const { qpdf } = tools;
		const { input, workspace, progress, signal } = task;
		const { numbers, count } = await selectPages(qpdf, undefined, task);
		const params = { pages: numbers, apart: true };
		const { job, outlineOf } = await pruneNavigation(tools, input.path, params, task);
		const inputFile = qpdf.visible(input.path, task);
		const outputFile = qpdf.visible(path.join(workspace.output, 'page-%d.pdf'), task);
		await qpdf.run(
			// Restrictions hold for each page as they did for all; qpdf keeps them only when it does not split.
			{ ...job, inputFile, outputFile, splitPages: '', copyEncryption: inputFile },
			task,
		);
		const width = String(count).length;
		const files = numbers.map((number) => ({
			filename: nameOfPart(input.filename, number, 'pdf'),
			// qpdf writes all numbers as long as the longest.
			path: path.join(workspace.output, `page-${String(number).padStart(width, '0')}.pdf`),
		}));
		for (const [index, { path: file }] of files.entries()) {
			signal.throwIfAborted();
			const outline = await outlineOf(index + 1);
			if (outline) await addOutline(tools, file, outline, task);
			progress(((index + 1) / count) * 100);
		}
		return { files };
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
