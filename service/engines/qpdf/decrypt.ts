import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { readEncryption } from './encryption.ts';
import { explainPassword } from './open-pdf.ts';
import type { Qpdf } from './qpdf.ts';

/** Removes password and restrictions of a PDF. */
export const decrypt =
	(qpdf: Qpdf): FileHandler<'pdf/decrypt'> =>
	async ({ password }, task) => {
		const { input, workspace, warn } = task;
		const found = await readEncryption(qpdf, input.path, password, task).catch((error: unknown) => {
			throw explainPassword(error, input.filename, password);
		});
		if ((await qpdf.countPages(input.path, task, password)) === 0)
			throw new InvalidFileError(input.filename, 'is a PDF without pages.');
		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		const files = [{ filename, path: output }];
		if (!found) {
			warn(`File "${input.filename}" is not encrypted; it was kept as it is.`);
			await copyFile(input.path, output);
			return { files };
		}
		const [inputFile, outputFile] = [qpdf.visible(input.path, task), qpdf.visible(output, task)];
		await qpdf.run({ inputFile, outputFile, decrypt: '', ...(password && { password }) }, task);
		return { files, facts: { removed_encryption: found } };
	};
