import path from 'node:path';
import type { FileTask } from '../file-task.ts';
import { levels, type PdfaLevel } from '../pdf-lib/pdfa/level.ts';
import { writeDistillerSetup } from './distiller.ts';
import type { Ghostscript } from './ghostscript.ts';

/** Writes the pages of a PDF anew, as PDF/A wants them: all fonts embedded, colours of sRGB; answers the file. */
export async function archivePages(
	ghostscript: Ghostscript,
	{ file, pages, level }: { file: string; pages: number; level: PdfaLevel },
	task: FileTask,
): Promise<string> {
	const { part, transparency } = levels[level];
	const made = path.join(task.workspace.tmp, 'archived.pdf');
	// As good as lossless, because an archive is for good; JPEGs in RGB pass as they are.
	const setup = await writeDistillerSetup({ factor: 0.15, halfColour: false }, task);
	await ghostscript.run(
		{
			options: [
				'-sDEVICE=pdfwrite',
				`-dPDFA=${part}`,
				// What cannot be had in PDF/A is left out, instead of making a PDF that is none.
				'-dPDFACompatibilityPolicy=1',
				'-sColorConversionStrategy=RGB',
				'-dAutoRotatePages=/None',
				'-dEmbedAllFonts=true',
				'-dSubsetFonts=true',
				'-dDownsampleColorImages=false',
				'-dDownsampleGrayImages=false',
				'-dDownsampleMonoImages=false',
				// Pages with transparency become pictures; at the usual 720 dpi they would be gigantic.
				...(transparency ? [] : ['-r300']),
			],
			inputs: [ghostscript.visible(setup, task), ghostscript.visible(file, task)],
			output: ghostscript.visible(made, task),
			onPage: (page) => task.progress(20 + (page / pages) * 50),
		},
		task,
	);
	return made;
}
