import { rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import { type Judgement, type Judges, judgePdfa } from '../conformance/judge-pdfa.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { type CheckedInvoice, checkInvoice } from '../invoice/check-invoice.ts';
import { nameWithFormat } from '../output-names.ts';
import { pdfTraits, type Traits } from '../pdf-lib/pdf-traits.ts';
import type { PdfaLevel } from '../pdf-lib/pdfa/level.ts';
import { writePlacedWords } from '../poppler/placed-words.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { archivePages } from './archive-pages.ts';
import type { Ghostscript } from './ghostscript.ts';
import { warnOfPdfaLosses } from './pdfa-losses.ts';

/** What making PDF/A takes. */
export interface PdfaTools extends Judges {
	readonly ghostscript: Ghostscript;
	readonly qpdf: Qpdf;
	/** Converts what is no PDF, to PDF/A at once where its engine can. */
	readonly toPdf: (level: PdfaLevel, task: FileTask) => Promise<string>;
}

/** A file that may be the result. */
interface Candidate {
	readonly file: string;
	readonly judgement: Judgement;
	/** `completed` keeps the pages bit for bit; `rewritten` is what Ghostscript made of them. */
	readonly method: 'completed' | 'rewritten';
	readonly pictured: readonly number[];
}

/** Of the Debian package libgs-common, which Ghostscript cannot be without. */
const profile = '/usr/share/color/icc/ghostscript/srgb.icc';

/** Makes PDF/A: adds what is missing where the pages conform as they are, else has Ghostscript write them anew. */
export const convertPdfa =
	(tools: PdfaTools): FileHandler<'pdf/a'> =>
	async ({ conformance_level: level, xml }, task) => {
		const { filename } = task.input;
		const { tmp, output } = task.workspace;
		// Before any work: a wrong invoice makes all of it useless.
		const invoice = xml === undefined ? undefined : await checkInvoice(tools.sandbox, task);
		const source = task.input.format === 'pdf' ? task.input.path : await tools.toPdf(level, task);
		const { file: plain, pages } = await plainPdf(tools.qpdf, {
			...task,
			input: { ...task.input, path: source },
		});
		const traits = await inspect(tools, plain, task);
		const { losses } = await tools.pdfLib.run(
			{ action: 'prepare-pdfa', params: { level }, input: plain, output: tmp, facts: prepared },
			task,
		);
		const file = path.join(tmp, 'prepared.pdf');
		task.progress(20);

		const job = { file, pages, level, traits, invoice };
		const completed = await complete(tools, job, task);
		const chosen = isSound(completed) ? completed : await rewrite(tools, job, task);
		const { judgement, method, pictured } = chosen;
		if (judgement.findings.length > 0)
			throw new InvalidFileError(
				filename,
				`cannot be made to conform to PDF/A-${level}: ${judgement.findings.slice(0, 20).join('; ')}.`,
				{ code: 'NOT_CONFORMING' },
			);
		warnOfPdfaLosses({ level, traits, losses, rewritten: method === 'rewritten', pictured }, task);
		const name = nameWithFormat(filename, 'pdf');
		const made = path.join(output, name);
		await rename(chosen.file, made);
		return {
			files: [{ filename: name, path: made }],
			facts: {
				conformance: {
					level,
					standard: `PDF/A-${level}`,
					part: Number(level[0]),
					valid: true,
					checked_by: judgement.checkedBy,
					method,
					...(judgement.doubts.length > 0 && { doubts: judgement.doubts }),
				},
				...(invoice && { invoice: invoice.facts }),
			},
		};
	};

interface PdfaJob {
	readonly file: string;
	readonly pages: number;
	readonly level: PdfaLevel;
	readonly traits: Traits;
	readonly invoice: CheckedInvoice | undefined;
}

/** Conforms, and nobody doubts it. */
function isSound({ judgement: { findings, doubts } }: Candidate): boolean {
	return findings.length === 0 && doubts.length === 0;
}

async function complete(tools: PdfaTools, job: PdfaJob, task: FileTask): Promise<Candidate> {
	const made = { pagesFile: job.file, method: 'completed', pictured: [], sequences: [] } as const;
	return finish(tools, { ...job, ...made }, task);
}

async function rewrite(tools: PdfaTools, job: PdfaJob, task: FileTask): Promise<Candidate> {
	const { tmp } = task.workspace;
	const { sequences } = await tools.pdfLib.run(
		{ action: 'mask-ligatures', params: {}, input: job.file, output: tmp, facts: masked },
		task,
	);
	const file = path.join(tmp, 'masked.pdf');
	const pagesFile = await archivePages(tools.ghostscript, { ...job, file }, task);
	const { textPages } = await inspect(tools, pagesFile, task);
	const pictured = job.traits.textPages.filter((page) => !textPages.includes(page));
	task.progress(75);
	return finish(tools, { ...job, pagesFile, method: 'rewritten', pictured, sequences }, task);
}

async function finish(
	tools: PdfaTools,
	{
		file,
		level,
		invoice,
		pagesFile,
		method,
		pictured,
		sequences,
	}: PdfaJob &
		Pick<Candidate, 'method' | 'pictured'> & {
			readonly pagesFile: string;
			readonly sequences: readonly string[];
		},
	task: FileTask,
): Promise<Candidate> {
	const { tmp } = task.workspace;
	const words = pictured.length > 0 ? await writePlacedWords(tools.sandbox, file, task) : undefined;
	const extra = Object.entries({ words, invoice: invoice?.file.path });
	const more = extra.flatMap(([, one]) => one ?? []);
	await tools.pdfLib.run(
		{
			action: 'finish-pdfa',
			params: {
				level,
				producer: 'Filemill',
				profile,
				more: [...(words ? ['words' as const] : []), ...(invoice ? ['invoice' as const] : [])],
				pictured,
				invoice: invoice?.attached,
				sequences,
			},
			input: pagesFile,
			more: [file, ...more],
			output: tmp,
			facts: z.object({}),
		},
		task,
	);
	const made = path.join(tmp, `${method}.pdf`);
	await rename(path.join(tmp, 'pdfa.pdf'), made);
	const judgement = await judgePdfa(tools, { file: made, level }, task);
	return { file: made, judgement, method, pictured };
}

async function inspect(tools: PdfaTools, file: string, task: FileTask): Promise<Traits> {
	const { tmp } = task.workspace;
	return tools.pdfLib.run(
		{ action: 'inspect-pdf', params: {}, input: file, output: tmp, facts: pdfTraits },
		task,
	);
}

const prepared = z.object({
	losses: z.array(z.object({ what: z.string().max(200), count: z.number() })).max(50),
});

const masked = z.object({ sequences: z.array(z.string().max(1000)).max(3000) });
