import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Qpdf } from './qpdf.ts';

/**
 * The PDF of a task written anew: repaired where it was damaged, without encryption, for programs that take only whole
 * files. Answers its path and number of pages.
 * @throws InvalidFileError when it cannot be read, needs a password or has no pages.
 */
export async function plainPdf(
	qpdf: Qpdf,
	task: FileTask,
): Promise<{ file: string; pages: number }> {
	const { filename, path: source } = task.input;
	const pages = await qpdf.countPages(source, task);
	if (pages === 0) throw new InvalidFileError(filename, 'is a PDF without pages.');
	const file = path.join(task.workspace.tmp, 'plain.pdf');
	const [inputFile, outputFile] = [qpdf.visible(source, task), qpdf.visible(file, task)];
	// Faults of the file have been told by now.
	const quiet = { ...task, warn: () => undefined };
	await qpdf.run({ inputFile, outputFile, decrypt: '', objectStreams: 'preserve' }, quiet);
	return { file, pages };
}
