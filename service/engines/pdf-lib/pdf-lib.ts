import type { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import { nodeWorker } from '../node-worker.ts';
import type { FileScope } from '../qpdf/qpdf.ts';
import type { Command, Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import type { ActionName, Actions } from './actions/index.ts';

/** One action on one PDF. */
export interface PdfLibJob<Name extends ActionName, Facts> {
	readonly action: Name;
	readonly params: Parameters<Actions[Name]>[0];
	readonly input: string;
	/** Further files, as the action asks for them. */
	readonly more?: readonly string[];
	/** A folder for what it makes. */
	readonly output: string;
	/** What it must answer: the worker reads files that anyone made, and what it says is not trusted. */
	readonly facts: z.ZodType<Facts>;
}

/** pdf-lib in a warm worker of its own, because a PDF of a stranger is never parsed inside the service. */
export interface PdfLib {
	/** Runs an action; answers its facts. @throws InvalidFileError when the file is one that it cannot read. */
	run<Name extends ActionName, Facts>(job: PdfLibJob<Name, Facts>, task: FileScope): Promise<Facts>;
}

/** pdf-lib on a pool of its workers. */
export function createPdfLib(pool: WarmPool): PdfLib {
	return {
		run: async ({ action, params, input, more = [], output, facts }, task) => {
			const answer = await pool.run({
				input,
				more,
				output,
				signal: task.signal,
				request: (source, folder, others) => ({
					action,
					params,
					files: { input: source, more: others, output: folder },
				}),
			});
			if (answer.status === 'done') return facts.parse(answer.facts);
			throw new InvalidFileError(task.input.filename, 'is damaged and cannot be read as a PDF.', {
				cause: new Error(answer.detail),
			});
		},
	};
}

/** The PDF worker. */
export function pdfLibWorker(sandbox: Sandbox): Command {
	return nodeWorker(sandbox, import.meta.dirname, '@cantoo/pdf-lib');
}
