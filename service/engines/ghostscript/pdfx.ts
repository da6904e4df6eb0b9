import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type Params, z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { pdfTraits, type Traits } from '../pdf-lib/pdf-traits.ts';
import { variants } from '../pdf-lib/pdfx/variants.ts';
import { writePlacedWords } from '../poppler/placed-words.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Ghostscript } from './ghostscript.ts';
import { outputProfile } from './output-profile.ts';
import { warnOfLosses } from './pdfx-losses.ts';
import { printPages } from './print-pages.ts';

/** What making PDF/X takes. */
export interface PdfxTools {
	readonly ghostscript: Ghostscript;
	readonly qpdf: Qpdf;
	readonly pdfLib: PdfLib;
	readonly sandbox: Sandbox;
}

type Variant = Params<'pdf/x'>['variant'];

/** Makes PDF/X: Ghostscript converts colours and fonts, pdf-lib adds what the standard asks for, and a check follows. */
export const convertPdfx =
	({ ghostscript, qpdf, pdfLib, sandbox }: PdfxTools): FileHandler<'pdf/x'> =>
	async ({ variant }, task) => {
		const { filename } = task.input;
		const { tmp, output } = task.workspace;
		const { file, pages } = await plainPdf(qpdf, task);
		const traits = await inspect(pdfLib, file, task);
		const { sequences } = await pdfLib.run(
			{ action: 'mask-ligatures', params: {}, input: file, output: tmp, facts: masked },
			task,
		);
		task.progress(10);
		const masks = path.join(tmp, 'masked.pdf');
		const printed = await printPages(ghostscript, { file: masks, pages, variant }, task);
		const { textPages } = await inspect(pdfLib, printed, task);
		const pictured = traits.textPages.filter((page) => !textPages.includes(page));
		const words = pictured.length > 0 ? [await writePlacedWords(sandbox, file, task)] : [];
		task.progress(80);

		const outputIntent = { ...outputProfile, profile: outputProfile.file };
		const metadata = metadataOf(traits, filename);
		await pdfLib.run(
			{
				action: 'finish-pdfx',
				params: { variant, metadata, outputIntent, sequences, pictured },
				input: printed,
				more: words,
				output: tmp,
				facts: z.object({}),
			},
			task,
		);
		const finished = path.join(tmp, 'pdfx.pdf');
		const { findings } = await pdfLib.run(
			{ action: 'check-pdfx', params: { variant }, input: finished, output: tmp, facts: checked },
			task,
		);
		const { standard } = variants[variant];
		if (findings.length > 0)
			throw new InvalidFileError(
				filename,
				`cannot be made to conform to ${standard}: ${findings.slice(0, 20).join('; ')}.`,
				{ code: 'NOT_CONFORMING' },
			);
		warnOfLosses({ variant, traits, pictured }, task);
		const name = nameWithFormat(filename, 'pdf');
		const made = path.join(output, name);
		await rename(finished, made);
		return { files: [{ filename: name, path: made }], facts: { conformance: verdict(variant) } };
	};

const masked = z.object({ sequences: z.array(z.string().max(1000)).max(3000) });
const checked = z.object({ findings: z.array(z.string().max(500)).max(50) });

async function inspect(pdfLib: PdfLib, file: string, task: FileTask): Promise<Traits> {
	const output = task.workspace.tmp;
	return pdfLib.run(
		{ action: 'inspect-pdf', params: {}, input: file, output, facts: pdfTraits },
		task,
	);
}

function verdict(variant: Variant) {
	const { standard, part } = variants[variant];
	return {
		variant,
		standard,
		part,
		valid: true,
		checked_by: ['structural check'],
		output_intent: outputProfile.condition,
	};
}

/** PDF/X needs a title and a creator, whatever the PDF says. */
function metadataOf(
	{ title, author, subject, keywords, creator, created }: Traits,
	filename: string,
) {
	return {
		...{ author, subject, keywords },
		title: title ?? path.parse(filename).name,
		creator: creator ?? 'Filemill',
		producer: 'Filemill',
		created: `${(created ?? new Date().toISOString()).slice(0, 19)}Z`,
		trapped: 'False' as const,
	};
}
