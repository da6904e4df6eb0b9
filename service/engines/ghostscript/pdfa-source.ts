import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import { type Choice, chooseConverter } from '../choose-engine.ts';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { exportPdfa } from '../libreoffice/convert.ts';
import { levels, type PdfaLevel } from '../pdf-lib/pdfa/level.ts';
import type { WarmPool } from '../warm-pool.ts';

/** What makes a PDF of what is none. */
export interface SourceTools {
	readonly choice: Choice;
	readonly office: WarmPool;
	readonly toPdf: FileHandler<'convert'>;
}

/** Makes a PDF of another kind of file, and of an office document one that is meant to be PDF/A; answers its path. */
export const pdfOf =
	({ choice, office, toPdf }: SourceTools) =>
	async (level: PdfaLevel, task: FileTask): Promise<string> => {
		const folder = path.join(task.workspace.tmp, 'converted');
		await mkdir(folder);
		const engine = chooseConverter(choice, task.input, 'pdf');
		if (engine === 'libreoffice')
			return exportPdfa(office, { part: levels[level].part, folder }, task).catch((error) => {
				throw withoutPassword(error, task);
			});
		const made = await toPdf(convertParams('pdf'), {
			...task,
			workspace: { ...task.workspace, output: folder },
		});
		const [file, ...more] = made.files;
		if (file && more.length === 0) return file.path;
		throw new EngineError(engine, `made no single PDF of "${task.input.filename}".`);
	};

/** This operation takes no password for its input, as the message of a conversion would have it. */
function withoutPassword(error: unknown, { input }: FileTask): unknown {
	if (!(error instanceof InvalidFileError && error.code === 'PASSWORD_REQUIRED')) return error;
	return new InvalidFileError(
		input.filename,
		'is protected by a password; convert it to pdf with its password first.',
		{ code: 'PASSWORD_REQUIRED', cause: error },
	);
}
