import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PageTools } from '../qpdf/navigation.ts';
import { extractPages } from '../qpdf/pages.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { Answer } from '../warm-worker.ts';
import { documentLosses } from './document-losses.ts';
import { exportFilters, pictureFormats } from './formats.ts';
import { importFilter } from './import-filter.ts';

/** What the office conversions are made of: LibreOffice itself, and what works on the PDF that it makes. */
export interface OfficeTools extends PageTools {
	readonly pool: WarmPool;
	/** Converts a PDF to pictures. */
	readonly pictures: FileHandler<'convert'>;
}

/** Converts documents, spreadsheets and presentations. */
export const convertOffice =
	({ pool, pictures, ...tools }: OfficeTools): FileHandler<'convert'> =>
	async (params, task) => {
		const isPicture = pictureFormats.some((format) => format === params.output_format);
		if (!isPicture && !params.pages) return convertWhole(pool, params.output_format, params, task);

		const pdf = await convertWhole(pool, 'pdf', params, task, task.workspace.tmp);
		const [file] = pdf.files;
		if (!file) return pdf;
		const { password: _, ...rest } = params;
		const input = { ...task.input, path: file.path, format: 'pdf' };
		const made = isPicture
			? await pictures(rest, { ...task, input })
			: await extractPages(tools)({ pages: params.pages }, { ...task, input });
		return { files: made.files, facts: { ...made.facts, ...pdf.facts } };
	};

/** Exports a document as PDF/A of that part into a folder, as well as LibreOffice can; answers the file. */
export async function exportPdfa(
	pool: WarmPool,
	{ part, folder }: { part: 1 | 2 | 3; folder: string },
	task: FileTask,
): Promise<string> {
	const filters = Object.entries(exportFilters('pdf')).map(([module, filter]) => [
		module,
		{ ...filter, data: { SelectPdfVersion: part } },
	]);
	const made = await convertWhole(pool, 'pdf', {}, task, folder, Object.fromEntries(filters));
	return made.files[0]?.path ?? '';
}

async function convertWhole(
	pool: WarmPool,
	format: string,
	{ password }: Pick<Params<'convert'>, 'password'>,
	task: FileTask,
	folder = task.workspace.output,
	filters = exportFilters(format),
): Promise<HandlerResult> {
	const { input, signal } = task;
	const filename = nameWithFormat(input.filename, format);
	const load = await importFilter(input);
	const answer = await pool.run({
		input: input.path,
		output: folder,
		signal,
		request: (source, output) => ({
			input: source,
			output: path.join(output, filename),
			load,
			filters,
			password,
		}),
	});
	if (answer.status !== 'done') throw fault(answer, task, password !== undefined);
	const sheets = Number(answer.facts.sheets ?? 1);
	if (format === 'csv' && sheets > 1)
		task.warn(
			`File "${input.filename}" has ${sheets} sheets; a csv file holds only the first of them.`,
		);
	return {
		files: [{ filename, path: path.join(folder, filename) }],
		facts: documentLosses(answer.facts, task),
	};
}

function fault({ status, detail }: Answer, { input }: FileTask, triedPassword: boolean): Error {
	const cause = new Error(detail);
	if (status === 'password-required')
		return new InvalidFileError(
			input.filename,
			'is protected by a password; set "password" to the one that opens it.',
			{ code: 'PASSWORD_REQUIRED', cause },
		);
	// LibreOffice says of the old binary formats only that they cannot be opened.
	if (status === 'wrong-password' || (status === 'refused' && triedPassword))
		return new InvalidFileError(
			input.filename,
			'does not open with this password; set "password" to the right one.',
			{ code: 'WRONG_PASSWORD', cause },
		);
	if (status === 'refused')
		return new InvalidFileError(
			input.filename,
			`cannot be read as ${input.format}: it is damaged or of another format.`,
			{ cause },
		);
	return new EngineError('libreoffice', `could not convert "${input.filename}".`, { cause });
}
