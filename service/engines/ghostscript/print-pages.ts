import path from 'node:path';
import type { Params } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import { cmykOptions } from './colour-options.ts';
import { writeDistillerSetup } from './distiller.ts';
import type { Ghostscript } from './ghostscript.ts';
import { outputProfile } from './output-profile.ts';

type Variant = Params<'pdf/x'>['variant'];

/** Writes the pages of a PDF anew for a press: in CMYK, with all fonts, comments and fields as part of the page. */
export async function printPages(
	ghostscript: Ghostscript,
	{ file, pages, variant }: { file: string; pages: number; variant: Variant },
	task: FileTask,
): Promise<string> {
	const made = path.join(task.workspace.tmp, 'printed.pdf');
	// As good as lossless: nobody asked for a smaller file.
	const setup = await writeDistillerSetup({ factor: 0.15, halfColour: false }, task);
	await ghostscript.run(
		{
			options: [
				'-sDEVICE=pdfwrite',
				...byVariant[variant],
				...cmykOptions,
				'-dAutoRotatePages=/None',
				'-dPreserveAnnots=false',
				'-dEmbedAllFonts=true',
				'-dSubsetFonts=true',
				'-dDownsampleColorImages=false',
				'-dDownsampleGrayImages=false',
				'-dDownsampleMonoImages=false',
			],
			permitRead: [outputProfile.file],
			inputs: [ghostscript.visible(setup, task), ghostscript.visible(file, task)],
			output: ghostscript.visible(made, task),
			onPage: (page) => task.progress(10 + (page / pages) * 65),
		},
		task,
	);
	return made;
}

// Transparency is flattened where the version of PDF has none: whole pages become pictures at this resolution.
const flattened = ['-dPDFX', '-dCompatibilityLevel=1.3', '-r300'];

const byVariant: Readonly<Record<Variant, readonly string[]>> = {
	'1a': flattened,
	'3': flattened,
	'4': ['-dCompatibilityLevel=1.6'],
};
