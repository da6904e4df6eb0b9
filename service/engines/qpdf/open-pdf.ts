import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask, SourceFile } from '../file-task.ts';
import type { Qpdf } from './qpdf.ts';

/**
 * The PDF of a task as a file that opens without a password, and its number of pages.
 * @throws InvalidFileError when it is damaged, or the password is missing or wrong.
 */
export async function openPdf(
	qpdf: Qpdf,
	task: FileTask,
	password: string | undefined,
): Promise<{ input: SourceFile; pages: number }> {
	const { input } = task;
	try {
		if (password === undefined) return { input, pages: await qpdf.countPages(input.path, task) };
		const open = path.join(task.workspace.tmp, 'open.pdf');
		const [inputFile, outputFile] = [qpdf.visible(input.path, task), qpdf.visible(open, task)];
		await qpdf.run({ inputFile, outputFile, password, decrypt: '' }, task);
		return { input: { ...input, path: open }, pages: await qpdf.countPages(open, task) };
	} catch (error) {
		if (!(error instanceof InvalidFileError && error.code === 'PASSWORD_REQUIRED')) throw error;
		if (password === undefined)
			throw new InvalidFileError(
				input.filename,
				'is protected by a password; set "password" to the one that opens it.',
				{ code: 'PASSWORD_REQUIRED', cause: error },
			);
		throw new InvalidFileError(
			input.filename,
			'does not open with this password; set "password" to the right one.',
			{ code: 'WRONG_PASSWORD', cause: error },
		);
	}
}
