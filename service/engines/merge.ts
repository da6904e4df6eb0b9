import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileHandler, FilesHandler, FileTask, SourceFile } from './file-task.ts';
import { nameWithFormat } from './output-names.ts';
import { checkPages } from './qpdf/pages.ts';
import type { Qpdf } from './qpdf/qpdf.ts';

/** Joins all files in one PDF, in their order; what is no PDF becomes one first. */
export const merge =
	(qpdf: Qpdf, toPdf: FileHandler<'convert'>): FilesHandler<'merge'> =>
	async ({ timeout, ignore_error }, { inputs, ...task }) => {
		const files: string[] = [];
		for (const [index, input] of inputs.entries()) {
			const folder = path.join(task.workspace.tmp, `${index}`);
			await mkdir(folder);
			const converted = { ...task, input, workspace: { ...task.workspace, output: folder } };
			files.push(...(await asPdf(converted)));
			task.progress(((index + 1) / inputs.length) * 90);
		}
		const [first] = inputs;
		const filename = nameWithFormat(first?.filename ?? 'merged', 'pdf');
		const output = path.join(task.workspace.output, filename);
		const pages = files.map((file) => ({ file: qpdf.visible(file, task), range: '1-z' }));
		await qpdf.run(
			{ empty: '', pages, outputFile: qpdf.visible(output, task) },
			{ ...task, input: { filename } },
		);
		return { files: [{ filename, path: output }] };

		async function asPdf(one: FileTask): Promise<string[]> {
			if (isPdf(one.input)) {
				await checkPages(qpdf, undefined, one);
				return [one.input.path];
			}
			const made = await toPdf(
				{ output_format: 'pdf', input: '', fit: 'max', timeout, ignore_error },
				one,
			);
			return made.files.map((file) => file.path);
		}
	};

function isPdf({ format }: SourceFile): boolean {
	return format === 'pdf';
}
