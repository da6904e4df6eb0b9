import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkContent } from '../pdfx/check-content.ts';
import { checkDocument } from '../pdfx/check-document.ts';
import { checkObjects } from '../pdfx/check-objects.ts';
import { checkPages } from '../pdfx/check-pages.ts';
import type { PdfxVariant } from '../pdfx/variants.ts';
import type { Action } from '../request.ts';

/** What a structural check found. */
export interface PdfxVerdict {
	/** What does not conform, each once; at most 50. */
	readonly findings: readonly string[];
}

/**
 * Checks a PDF against the rules of PDF/X that its structure shows. It knows nothing of how the file was made: it reads
 * the finished bytes, and every object and operator in them.
 */
export const checkPdfx: Action<{ variant: PdfxVariant }, PdfxVerdict> = async (
	{ variant },
	{ input },
) => {
	const bytes = await readFile(input);
	const findings = new Set<string>();
	const report = (finding: string) => void (findings.size < 50 && findings.add(finding));
	const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
	if (pdf.isEncrypted) report('it is encrypted');
	checkDocument({ pdf, bytes, variant }, report);
	checkPages({ pdf, variant }, report);
	checkObjects({ pdf, variant }, report);
	checkContent({ pdf, variant }, report);
	return { findings: [...findings] };
};
