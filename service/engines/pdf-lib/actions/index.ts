import { addOutline } from './add-outline.ts';
import { checkPdfx } from './check-pdfx.ts';
import { finishPdfx } from './finish-pdfx.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { joinNavigation } from './join-navigation.ts';
import { preparePdfa } from './prepare-pdfa.ts';
import { pruneNavigation } from './prune-navigation.ts';

/** What the PDF worker can do; add a line and a file of that name for each action. */
export const actions = {
	'add-outline': addOutline,
	'check-pdfx': checkPdfx,
	'finish-pdfx': finishPdfx,
	'inspect-pdf': inspectPdf,
	'join-navigation': joinNavigation,
	'prepare-pdfa': preparePdfa,
	'prune-navigation': pruneNavigation,
} as const;

/** The actions as the service sees them: types alone, because it never runs them itself. */
export type Actions = typeof actions;
export type ActionName = keyof Actions;
