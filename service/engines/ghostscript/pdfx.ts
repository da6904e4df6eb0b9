import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type Params, z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { pdfTraits } from '../pdf-lib/pdf-traits.ts';
import { variants } from '../pdf-lib/pdfx/variants.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { cmykOptions } from './colour-options.ts';
import { writeDistillerSetup } from './distiller.ts';
import type { Ghostscript } from './ghostscript.ts';
import { outputProfile } from './output-profile.ts';
import { warnOfLosses } from './pdfx-losses.ts';

/** What making PDF/X takes. */
export interface PdfxTools {
	readonly ghostscript: Ghostscript;
	readonly qpdf: Qpdf;
	readonly pdfLib: PdfLib;
}

type Variant = Params<'pdf/x'>['variant'];

/** Makes PDF/X: Ghostscript converts colours and fonts, pdf-lib adds what the standard asks for, and a check follows. */
export const convertPdfx =
	({ ghostscript, qpdf, pdfLib }: PdfxTools): FileHandler<'pdf/x'> =>
	async ({ variant }, task) => {
		const { filename } = task.input;
		const { file, pages } = await plainPdf(qpdf, task);
		const { tmp, output } = task.workspace;
		const traits = await pdfLib.run(
			{ action: 'inspect-pdf', params: {}, input: file, output: tmp, facts: pdfTraits },
			task,
		);
		task.progress(10);
		const printed = await print(ghostscript, { file, pages, variant }, task);
		task.progress(80);

		await pdfLib.run(
			{
				action: 'finish-pdfx',
				params: {
					variant,
					metadata: {
						...traits,
						title: traits.title ?? path.parse(filename).name,
						creator: traits.creator ?? 'Filemill',
						producer: 'Filemill',
						created: secondsOf(traits.created),
						trapped: 'False',
					},
					outputIntent: { ...outputProfile, profile: outputProfile.file },
				},
				input: printed,
				output: tmp,
				facts: z.object({}),
			},
			task,
		);
		const finished = path.join(tmp, 'pdfx.pdf');
		const verdict = await pdfLib.run(
			{ action: 'check-pdfx', params: { variant }, input: finished, output: tmp, facts: checked },
			task,
		);
		const { standard, part } = variants[variant];
		if (verdict.findings.length > 0)
			throw new InvalidFileError(
				filename,
				`cannot be made to conform to ${standard}: ${verdict.findings.join('; ')}.`,
				{ code: 'NOT_CONFORMING' },
			);
		warnOfLosses({ variant, traits, textPages: verdict.textPages }, task);
		const name = nameWithFormat(filename, 'pdf');
		const made = path.join(output, name);
		await rename(finished, made);
		return {
			files: [{ filename: name, path: made }],
			facts: {
				conformance: {
					variant,
					standard,
					part,
					valid: true,
					checked_by: ['structural check'],
					output_intent: outputProfile.condition,
				},
			},
		};
	};

const checked = z.object({
	findings: z.array(z.string().max(500)).max(50),
	textPages: z.array(z.number()),
});

/** The pages in CMYK, with all fonts. */
async function print(
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
				// Their look becomes part of the page.
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
			onPage: (page) => task.progress(10 + (page / pages) * 70),
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

function secondsOf(iso: string | undefined): string {
	return `${(iso ?? new Date().toISOString()).slice(0, 19)}Z`;
}
