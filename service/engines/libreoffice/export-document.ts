import path from 'node:path';
import type { Params } from '@filemill/operations';
import { z } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import type { WarmJob, WarmPool } from '../warm-pool.ts';
import type { Answer } from '../warm-worker.ts';
import { documentLosses } from './document-losses.ts';
import { exportFilters, type Filter } from './formats.ts';
import { importFilter } from './import-filter.ts';

/** What is wanted of a document, and where it goes: by default what the filters for the format say, in the output. */
export interface Export extends Pick<Params<'convert'>, 'output_format'> {
	readonly password?: Params<'convert'>['password'];
	readonly delimiter?: Params<'convert'>['delimiter'];
	readonly folder?: string;
	readonly filename?: string;
	readonly filters?: Readonly<Record<string, Filter>>;
}

/** What LibreOffice made, and the names of the sheets of a spreadsheet. */
export interface Exported extends HandlerResult {
	readonly sheets: readonly string[];
}

/** Opens a document and writes all of it in another format. */
export async function exportDocument(
	pool: WarmPool,
	wanted: Export,
	task: FileTask,
): Promise<Exported> {
	const { input, workspace, signal } = task;
	const { output_format: format, password, folder = workspace.output } = wanted;
	const filename = wanted.filename ?? nameWithFormat(input.filename, format);
	const load = await importFilter(input, wanted);
	const job: WarmJob = {
		input: input.path,
		output: folder,
		signal,
		request: (source, output) => ({
			input: source,
			output: path.join(output, filename),
			load,
			filters: wanted.filters ?? exportFilters(format),
			password,
		}),
	};
	let answer = await pool.run(job);
	// Now and then one that has served others cannot write what a new one can.
	if (answer.status === 'failed') answer = await pool.run(job);
	if (answer.status !== 'done') throw fault(answer, task, password !== undefined);
	const { sheets, drawn } = parts.parse(answer.facts);
	if (oneSheet.has(format) && sheets.length > 1)
		task.warn(
			`File "${input.filename}" has ${sheets.length} sheets; a ${format} file holds only the first of them.`,
		);
	if (onePage.has(format) && drawn > 1)
		task.warn(
			`File "${input.filename}" has ${drawn} pages; a ${format} file holds only the first of them.`,
		);
	return {
		files: [{ filename, path: path.join(folder, filename) }],
		facts: documentLosses(answer.facts, task),
		sheets,
	};
}

const parts = z.object({ sheets: z.array(z.string()).default([]), drawn: z.number().default(1) });
const oneSheet = new Set(['dbf', 'dif', 'slk']);
const onePage = new Set(['emf', 'wmf']);

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
