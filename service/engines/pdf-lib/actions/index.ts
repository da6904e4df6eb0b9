import { checkPdfx } from './check-pdfx.ts';
import { finishPdfx } from './finish-pdfx.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { preparePdfa } from './prepare-pdfa.ts';

/** What the PDF worker can do; add a line and a file of that name for each action. */
export const actions = {
	'check-pdfx': checkPdfx,
	'finish-pdfx': finishPdfx,
	'inspect-pdf': inspectPdf,
	'prepare-pdfa': preparePdfa,
} as const;

/** The actions as the service sees them: types alone, because it never runs them itself. */
export type Actions = typeof actions;
export type ActionName = keyof Actions;
