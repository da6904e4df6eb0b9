import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import { convertParams } from './convert-params.ts';
import type { FileHandler, FilesHandler, FileTask } from './file-task.ts';
import { nameWithFormat } from './output-names.ts';
import { readEncryption } from './qpdf/encryption.ts';
import { joinNavigation, type PageTools, type Part } from './qpdf/navigation.ts';
import { selectPages } from './qpdf/select-pages.ts';

/** Joins all files in one PDF, in their order, with a bookmark for each; what is no PDF becomes one first. */
export const merge =
	(tools: PageTools, toPdf: FileHandler<'convert'>): FilesHandler<'merge'> =>
	async (_params, { inputs, ...task }) => {
		const { qpdf } = tools;
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
		const copyAttachmentsFrom = parts.map((part, index) => ({
			file: qpdf.visible(part.file, task),
			// Names must differ; those of the first file stay as they are.
			...(index > 0 && { prefix: `${index + 1}-` }),
		}));
		const outputFile = qpdf.visible(joined, task);
		await qpdf.run({ empty: '', pages, copyAttachmentsFrom, outputFile }, own);
		await joinNavigation(tools, { source: joined, target: output }, parts, own);
		return { files: [{ filename, path: output }], facts: { inputs: inputs.length } };

		async function asPdf(one: FileTask): Promise<Part> {
			const { input } = one;
			const name = path.parse(input.filename).name;
			if (input.format === 'pdf') {
				const { count } = await selectPages(qpdf, undefined, one);
				if (await readEncryption(qpdf, input.path, undefined, one))
					task.warn(`File "${input.filename}" restricts what readers may do; the result does not.`);
				return { name, file: input.path, pages: count };
			}
			const [made] = (await toPdf(convertParams('pdf'), one)).files;
			if (!made) throw new EngineError('merge', `made no PDF of "${input.filename}".`);
			return { name, file: made.path, pages: await qpdf.countPages(made.path, one) };
		}
	};
