import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask, SourceFile } from '../file-task.ts';
import type { Qpdf } from './qpdf.ts';

/**
 * The PDF of a task as a file that opens without a password.
 * @throws InvalidFileError when it is damaged, or the password is missing or wrong.
 */
export async function openPdf(
	qpdf: Qpdf,
	task: FileTask,
	password: string | undefined,
): Promise<{ input: SourceFile }> {
	const { input } = task;
	try {
		if (password === undefined) {
			await qpdf.countPages(input.path, task);
			return { input };
		}
		const open = path.join(task.workspace.tmp, 'open.pdf');
		const [inputFile, outputFile] = [qpdf.visible(input.path, task), qpdf.visible(open, task)];
		await qpdf.run({ inputFile, outputFile, password, decrypt: '' }, task);
		return { input: { ...input, path: open } };
	} catch (error) {
		throw explainPassword(error, input.filename, password);
	}
}

/** The error for a PDF that does not open with the password that was given; any other error as it is. */
export function explainPassword(
	error: unknown,
	filename: string,
	password: string | undefined,
): unknown {
	if (!(error instanceof InvalidFileError && error.code === 'PASSWORD_REQUIRED')) return error;
	if (!password)
		return new InvalidFileError(
			filename,
			'is protected by a password; set "password" to the one that opens it.',
			{ code: 'PASSWORD_REQUIRED', cause: error },
		);
	return new InvalidFileError(
		filename,
		'does not open with this password; set "password" to the right one.',
		{ code: 'WRONG_PASSWORD', cause: error },
	);
}
