import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import { byWayOfPdf, type PdfWay } from '../by-way-of-pdf.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** Converts DjVu documents: their pages as pictures, without further loss, or the text behind them. */
export function convertDjvu({
	sandbox,
	...way
}: Omit<PdfWay, 'toPdf'> & { readonly sandbox: Sandbox }): FileHandler<'convert'> {
	const direct = decode(sandbox);
	const byPdf = byWayOfPdf({ ...way, toPdf: direct });
	return (params, task) => (params.output_format === 'txt' ? direct : byPdf)(params, task);
}

const decode =
	(sandbox: Sandbox): FileHandler<'convert'> =>
	async ({ output_format }, { input, workspace, signal }) => {
		const filename = nameWithFormat(input.filename, output_format);
		const output = path.join(workspace.output, filename);
		const mounts = workspaceMounts(workspace);
		const files = [sandbox.visible(input.path, mounts), sandbox.visible(output, mounts)];
		const { exitCode, stderr } = await runProgram(sandbox, {
			...(output_format === 'txt'
				? { path: '/usr/bin/djvutxt', args: files }
				: { path: '/usr/bin/ddjvu', args: ['-format=pdf', ...files] }),
			workspace,
			signal,
		});
		if (exitCode !== 0)
			throw new InvalidFileError(
				input.filename,
				'cannot be read as djvu: it is damaged or of another format.',
				{ cause: new Error(stderr) },
			);
		if (output_format === 'txt' && (await readFile(output, 'utf8')).trim() === '')
			throw new InvalidFileError(
				input.filename,
				'has no text behind its pages; convert it to pdf, and pdf/ocr finds the text in them.',
			);
		return { files: [{ filename, path: output }] };
	};
