import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import type { WarmPool } from '../warm-pool.ts';
import { exportDocument } from './export-document.ts';
import { exportFilters } from './formats.ts';
import { rowsFilter } from './separators.ts';

/** Writes every sheet of a spreadsheet as a file of its own, named after it where there are several. */
export async function convertSheets(
	pool: WarmPool,
	params: Params<'convert'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { output_format: format } = params;
	const folder = await mkdtemp(path.join(task.workspace.tmp, 'sheets-'));
	const name = exportFilters(format).calc?.name ?? '';
	const filters = { calc: { name, options: rowsFilter(format, params) } };
	const wanted = { ...params, folder, filename: `sheet.${format}`, filters };
	const { sheets } = await exportDocument(pool, wanted, task);
	const { name: stem } = path.parse(task.input.filename);
	const names = sheets.map((sheet) => `sheet-${sheet}.${format}`);
	const made = (await readdir(folder)).sort(
		(one, other) => names.indexOf(one) - names.indexOf(other),
	);
	const files = made.map((file) => ({
		filename: nameWithFormat(
			made.length > 1 ? `${stem}${file.slice('sheet'.length)}` : `${stem}.x`,
			format,
		),
		path: path.join(folder, file),
	}));
	return { files };
}
