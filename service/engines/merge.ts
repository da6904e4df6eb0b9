import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import type { FileHandler, FilesHandler, FileTask } from './file-task.ts';
import { nameWithFormat } from './output-names.ts';
import { addBookmarks, type Bookmark } from './qpdf/bookmarks.ts';
import type { Qpdf } from './qpdf/qpdf.ts';
import { selectPages } from './qpdf/select-pages.ts';

/** Joins all files in one PDF, in their order, with a bookmark for each; what is no PDF becomes one first. */
export const merge =
	(qpdf: Qpdf, toPdf: FileHandler<'convert'>): FilesHandler<'merge'> =>
	async ({ timeout, ignore_error }, { inputs, ...task }) => {
		const parts: Part[] = [];
		for (const [index, input] of inputs.entries()) {
			const folder = path.join(task.workspace.tmp, `${index}`);
			await mkdir(folder);
			parts.push(await asPdf({ ...task, input, workspace: { ...task.workspace, output: folder } }));
			task.progress(((index + 1) / inputs.length) * 90);
		}
		const filename = nameWithFormat(inputs[0]?.filename ?? 'merged', 'pdf');
		const own = { ...task, input: { filename } };
		const joined = path.join(task.workspace.tmp, 'joined.pdf');
		const output = path.join(task.workspace.output, filename);
		const pages = parts.map(({ file }) => ({ file: qpdf.visible(file, task), range: '1-z' }));
		await qpdf.run({ empty: '', pages, outputFile: qpdf.visible(joined, task) }, own);
		await addBookmarks(qpdf, { source: joined, target: output }, bookmarksOf(parts), own);
		return { files: [{ filename, path: output }] };

		async function asPdf(one: FileTask): Promise<Part> {
			const { input } = one;
			const title = path.parse(input.filename).name;
			if (input.format === 'pdf')
				return { title, file: input.path, pages: (await selectPages(qpdf, undefined, one)).count };
			const params = {
				output_format: 'pdf',
				input: '',
				fit: 'max',
				timeout,
				ignore_error,
			} as const;
			const [made] = (await toPdf(params, one)).files;
			if (!made) throw new EngineError('merge', `made no PDF of "${input.filename}".`);
			return { title, file: made.path, pages: await qpdf.countPages(made.path, one) };
		}
	};

/** A PDF to be joined with others. */
interface Part {
	readonly title: string;
	readonly file: string;
	readonly pages: number;
}

function bookmarksOf(parts: readonly Part[]): Bookmark[] {
	let page = 0;
	return parts.map((part) => {
		const bookmark = { title: part.title, page };
		page += part.pages;
		return bookmark;
	});
}
