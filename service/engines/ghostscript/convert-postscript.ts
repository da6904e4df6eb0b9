import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { Ghostscript } from './ghostscript.ts';

/** Makes PDFs of PostScript: of EPS and AI as large as the drawing is. */
export const postscriptToPdf =
	(ghostscript: Ghostscript): FileHandler<'convert'> =>
	async (_, task) => {
		const { input, workspace } = task;
		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		const seen = (file: string) => ghostscript.visible(file, task);
		const job = {
			options: [
				...['-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.7', '-dAutoRotatePages=/None'],
				...['-dEPSCrop', '-dPDFSETTINGS=/prepress', '-dSTOPONERROR'],
			],
			inputs: [seen(input.path)],
			output: seen(output),
			limits: { cpuSeconds: 120 },
		};
		await ghostscript.run(job, task).catch((cause) => {
			task.signal.throwIfAborted();
			if (!(cause instanceof EngineError)) throw cause;
			throw new InvalidFileError(
				input.filename,
				`cannot be drawn as ${input.format}: it is damaged, does what it must not, or takes more than two minutes.`,
				{ cause },
			);
		});
		return { files: [{ filename, path: output }] };
	};
