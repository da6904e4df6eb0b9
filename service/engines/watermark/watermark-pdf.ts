import path from 'node:path';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { pdfTraits } from '../pdf-lib/pdf-traits.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import { selectPages } from '../qpdf/select-pages.ts';
import { type StampTools, stampPages } from './stamp-pages.ts';

/** Marks pages of a PDF with a text or a picture. */
export const watermarkPdf =
	(tools: StampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace } = task;
		const { qpdf, pdfLib } = tools;
		const { numbers } = await selectPages(qpdf, params.pages, task);
		// Faults of the file have been told by now.
		const { file } = await plainPdf(qpdf, { ...task, warn: () => undefined });
		await warnOfLosses(pdfLib, file, task);
		task.progress(30);
		const marked = await stampPages(tools, params, { file, pages: numbers }, task);
		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		const visible = (name: string) => qpdf.visible(name, task);
		await qpdf.run(
			{
				inputFile: visible(marked.file),
				outputFile: visible(output),
				objectStreams: 'generate',
				// Restrictions hold as they did before.
				copyEncryption: visible(input.path),
			},
			{ ...task, warn: () => undefined },
		);
		const { font } = marked;
		const facts = { pages_marked: marked.marked, ...(font && { font }) };
		return { files: [{ filename, path: output }], facts };
	};

async function warnOfLosses(pdfLib: PdfLib, file: string, task: FileTask): Promise<void> {
	const { filename } = task.input;
	const { signatures, claimsPdfa } = await pdfLib.run(
		{
			action: 'inspect-pdf',
			params: {},
			input: file,
			output: task.workspace.tmp,
			facts: pdfTraits,
		},
		task,
	);
	if (signatures > 0)
		task.warn(`The signatures of "${filename}" no longer hold: they are for the unchanged file.`);
	if (claimsPdfa)
		task.warn(
			`File "${filename}" says that it is PDF/A, which nobody has checked since; convert it by pdf/a after this if it has to be.`,
		);
}
