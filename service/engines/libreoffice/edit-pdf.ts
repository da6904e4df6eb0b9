import type { Params } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import type { PageTools } from '../qpdf/navigation.ts';
import { openPdf } from '../qpdf/open-pdf.ts';
import { extractPages } from '../qpdf/pages.ts';
import { stepTask } from '../step-task.ts';
import type { WarmPool } from '../warm-pool.ts';
import { exportDocument } from './export-document.ts';

/** Makes a document of a PDF, which has no paragraphs: each line of text lies in a frame where it was. */
export async function editPdf(
	pool: WarmPool,
	tools: PageTools,
	{ output_format, password, pages }: Params<'convert'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { input } = await openPdf(tools.qpdf, task, password);
	const step = await stepTask({ ...task, warn: () => undefined }, input, 'pages');
	const made = pages ? await extractPages(tools)({ pages }, step) : { files: [] };
	const source = { ...input, path: made.files[0]?.path ?? input.path };
	const { files } = await exportDocument(pool, { output_format }, { ...task, input: source });
	task.warn(
		`The ${output_format} file has the text of "${input.filename}" in frames, line by line, where it was: it does not flow, and what is transparent or ends a line may be lost.`,
	);
	return { files };
}
