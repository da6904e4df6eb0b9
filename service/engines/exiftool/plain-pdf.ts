import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { type Encryption, readEncryption } from '../qpdf/encryption.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';

/** A PDF as ExifTool reads it well, and what is known of it. */
export interface PlainPdf {
	readonly file: string;
	readonly pages: number;
	/** How the original is encrypted. */
	readonly encryption: Encryption | undefined;
}

/**
 * A PDF without its encryption: ExifTool needs ten seconds for what qpdf decrypts at once.
 * @throws InvalidFileError when it is damaged, has no pages or does not open without a password.
 */
export async function plainPdf(qpdf: Qpdf, task: FileTask): Promise<PlainPdf> {
	const { input, workspace } = task;
	const pages = await qpdf.countPages(input.path, task);
	if (pages === 0) throw new InvalidFileError(input.filename, 'is a PDF without pages.');
	const encryption = await readEncryption(qpdf, input.path, undefined, task);
	if (!encryption) return { file: input.path, pages, encryption };
	const file = path.join(workspace.tmp, 'plain.pdf');
	const [inputFile, outputFile] = [qpdf.visible(input.path, task), qpdf.visible(file, task)];
	await qpdf.run({ inputFile, outputFile, decrypt: '' }, task);
	return { file, pages, encryption };
}
