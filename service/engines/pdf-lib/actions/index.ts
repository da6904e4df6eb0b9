import { addOutline } from './add-outline.ts';
import { checkPdfa } from './check-pdfa.ts';
import { checkPdfx } from './check-pdfx.ts';
import { finishPdfa } from './finish-pdfa.ts';
import { finishPdfx } from './finish-pdfx.ts';
import { flattenSignatureFields } from './flatten-signatures.ts';
import { graftContent } from './graft-content.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { joinNavigation } from './join-navigation.ts';
import { layerScans } from './layer-scans.ts';
import { maskLigaturesOf } from './mask-ligatures.ts';
import { preparePdfa } from './prepare-pdfa.ts';
import { pruneNavigation } from './prune-navigation.ts';
import { shrinkPictures } from './shrink-pictures.ts';
import { takeContent } from './take-content.ts';
import { watermarkPages } from './watermark-pages.ts';

/** What the PDF worker can do; add a line and a file of that name for each action. */
export const actions = {
	'add-outline': addOutline,
	'check-pdfx': checkPdfx,
	'finish-pdfx': finishPdfx,
	'inspect-pdf': inspectPdf,
	'check-pdfa': checkPdfa,
	'finish-pdfa': finishPdfa,
	'join-navigation': joinNavigation,
	'mask-ligatures': maskLigaturesOf,
	'prepare-pdfa': preparePdfa,
	'prune-navigation': pruneNavigation,
	'flatten-signatures': flattenSignatureFields,
	'graft-content': graftContent,
	'layer-scans': layerScans,
	'shrink-pictures': shrinkPictures,
	'take-content': takeContent,
	'watermark-pages': watermarkPages,
} as const;

/** The actions as the service sees them: types alone, because it never runs them itself. */
export type Actions = typeof actions;
export type ActionName = keyof Actions;
