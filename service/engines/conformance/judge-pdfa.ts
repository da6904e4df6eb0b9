import { z } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import type { PdfaLevel } from '../pdf-lib/pdfa/level.ts';
import type { Sandbox } from '../sandbox.ts';
import { checkByPreflight } from './preflight.ts';
import { checkByVerapdf } from './verapdf.ts';
import type { Verdict } from './verdict.ts';

/** What checking PDF/A takes. */
export interface Judges {
	readonly sandbox: Sandbox;
	readonly pdfLib: PdfLib;
}

/** What was found against a file. */
export interface Judgement {
	/** Those who looked, in order. */
	readonly checkedBy: readonly string[];
	/** What makes it no PDF/A; none when it is one. */
	readonly findings: readonly string[];
	/** What a checker found that also refuses files which conform. */
	readonly doubts: readonly string[];
}

/**
 * Checks a file beside a level of PDF/A: its structure always, by veraPDF where the operator installed it, else PDF/A-1b
 * by PDFBox Preflight where that is there. Preflight is known to refuse files that conform, so it only raises doubts.
 */
export async function judgePdfa(
	{ sandbox, pdfLib }: Judges,
	{ file, level }: { file: string; level: PdfaLevel },
	task: FileTask,
): Promise<Judgement> {
	const { findings } = await pdfLib.run(
		{ action: 'check-pdfa', params: { level }, input: file, output: task.workspace.tmp, facts },
		task,
	);
	const structure: Verdict = { checker: 'structural check', findings };
	if (findings.length > 0) return { checkedBy: [structure.checker], findings, doubts: [] };
	const verapdf = await checkByVerapdf(sandbox, { file, flavour: level }, task);
	if (verapdf)
		return {
			checkedBy: [structure.checker, verapdf.checker],
			findings: verapdf.findings,
			doubts: [],
		};
	const preflight = level === '1b' ? await checkByPreflight(sandbox, file, task) : undefined;
	return {
		checkedBy: [structure.checker, ...(preflight ? [preflight.checker] : [])],
		findings: [],
		doubts: preflight?.findings ?? [],
	};
}

const facts = z.object({ findings: z.array(z.string().max(500)).max(100) });
