import { copyFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Params, z } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { savings } from '../optimizers/savings.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { pdfTraits, type Traits } from '../pdf-lib/pdf-traits.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Candidate, chooseDraft } from './choose-draft.ts';
import type { Ghostscript } from './ghostscript.ts';
import { makeDrafts } from './make-drafts.ts';
import { profiles } from './optimize-profiles.ts';

/** What optimizing PDFs takes. */
export interface OptimizeTools {
	readonly ghostscript: Ghostscript;
	readonly qpdf: Qpdf;
	readonly pdfLib: PdfLib;
	readonly sandbox: Sandbox;
}

type Parameters = Params<'optimize'>;

/** Optimizes a PDF: its pictures, then fonts and colours, then its structure. The input is kept where nothing helps. */
export const optimizePdf =
	(tools: OptimizeTools): FileHandler<'optimize'> =>
	async (params, task) => {
		const { filename } = task.input;
		if (params.quality !== undefined)
			task.warn(
				`Parameter "quality" has no effect on "${filename}", which is pdf; choose a "profile" instead.`,
			);
		const profile = profiles[params.profile];
		const { file: plain, pages } = await plainPdf(tools.qpdf, task);
		const traits = await tools.pdfLib.run(
			{
				action: 'inspect-pdf',
				params: {},
				input: plain,
				output: task.workspace.tmp,
				facts: pdfTraits,
			},
			task,
		);
		const file = await withoutSignatures(tools.pdfLib, plain, traits, params, task);
		task.progress(10);
		const colours = params.colorspace ?? profile.colours;
		const plan = { file, pages, traits, profile, colours };
		const drafts = await makeDrafts(tools, plan, task);
		task.progress(80);
		const chosen = await chooseDraft(tools, drafts, plan, task);
		const result = await deliver(chosen, params, task);
		if (traits.claimsPdfa && !result.facts.kept_input)
			task.warn(
				`File "${filename}" says that it is PDF/A, which nobody has checked since; convert it by pdf/a after this if it has to be.`,
			);
		return result;
	};

/** @throws InvalidOptionError when it is signed and nobody said that signatures may go. */
async function withoutSignatures(
	pdfLib: PdfLib,
	file: string,
	{ signatures }: Traits,
	{ flatten_signatures }: Parameters,
	task: FileTask,
): Promise<string> {
	const { filename } = task.input;
	if (signatures === 0) {
		if (flatten_signatures)
			task.warn(`Parameter "flatten_signatures" has no effect: "${filename}" is not signed.`);
		return file;
	}
	if (!flatten_signatures)
		throw new InvalidOptionError(
			'flatten_signatures',
			false,
			`"${filename}" is signed, and any change breaks a signature; set it to true to keep only how signatures look`,
		);
	const output = task.workspace.tmp;
	await pdfLib.run(
		{ action: 'flatten-signatures', params: {}, input: file, output, facts: z.object({}) },
		task,
	);
	task.warn(
		`${signatures === 1 ? 'The signature' : `${signatures} signatures`} of "${filename}" became part of the page; nothing proves any more who signed.`,
	);
	return path.join(output, 'unsigned.pdf');
}

async function deliver(chosen: Candidate | undefined, { profile }: Parameters, task: FileTask) {
	const { filename: source, path: original, size } = task.input;
	const filename = nameWithFormat(source, 'pdf');
	const output = path.join(task.workspace.output, filename);
	const kept = !chosen || (chosen.size >= size && !profiles[profile].mayGrow);
	if (kept) {
		await copyFile(original, output);
		task.warn(`File "${source}" is unchanged: the profile "${profile}" does not make it smaller.`);
	} else {
		await rename(chosen.file, output);
		if (chosen.textKept === false)
			task.warn(`Some text of "${source}" can no longer be searched or copied.`);
	}
	return {
		files: [{ filename, path: output }],
		facts: {
			profile,
			...savings(size, kept ? size : chosen.size, { kept, done: chosen?.done ?? [] }),
			...(chosen?.textKept !== undefined && { text_kept: kept || chosen.textKept }),
		},
	};
}
