import type { FileHandler, FileTask } from '../file-task.ts';
import type { PageTools } from '../qpdf/navigation.ts';
import { extractPages } from '../qpdf/pages.ts';
import type { WarmPool } from '../warm-pool.ts';
import { convertSheets } from './convert-sheets.ts';
import { editPdf } from './edit-pdf.ts';
import { exportDocument } from './export-document.ts';
import { drawnFormats, exportFilters, isSeparated } from './formats.ts';

/** What the office conversions are made of: LibreOffice itself, and what works on the PDF that it makes. */
export interface OfficeTools extends PageTools {
	readonly pool: WarmPool;
	/** Converts a PDF to pictures and vectors. */
	readonly pictures: FileHandler<'convert'>;
}

/** Converts documents, spreadsheets, presentations and drawings. */
export const convertOffice =
	({ pool, pictures, ...tools }: OfficeTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { output_format } = params;
		if (task.input.format === 'pdf') return editPdf(pool, tools, params, task);
		if (isSeparated(output_format)) return convertSheets(pool, params, task);
		const isDrawn = drawnFormats.includes(output_format);
		if (!isDrawn && !params.pages) {
			const { files, facts } = await exportDocument(pool, params, task);
			return { files, facts };
		}
		const whole = { ...params, output_format: 'pdf', folder: task.workspace.tmp };
		const { files, facts } = await exportDocument(pool, whole, task);
		const { password: _, ...rest } = params;
		const input = { ...task.input, path: files[0]?.path ?? '', format: 'pdf' };
		const made = isDrawn
			? await pictures(rest, { ...task, input })
			: await extractPages(tools)({ pages: params.pages }, { ...task, input });
		return { files: made.files, facts: { ...made.facts, ...facts } };
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
	const wanted = { output_format: 'pdf', folder, filters: Object.fromEntries(filters) };
	return (await exportDocument(pool, wanted, task)).files[0]?.path ?? '';
}
