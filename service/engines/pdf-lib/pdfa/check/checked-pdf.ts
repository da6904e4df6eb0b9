import type { PDFDocument } from '@cantoo/pdf-lib';

/** A PDF under examination: the part of ISO 19005 whose rules hold, and the components of its output intent. */
export interface CheckedPdf {
	readonly pdf: PDFDocument;
	readonly part: 1 | 2 | 3;
	/** 1 (gray), 3 (RGB) or 4 (CMYK); 0 where there is no output intent. */
	readonly components: number;
}

/** Hears of something that PDF/A forbids or misses: a clause of a sentence, such as "page 3 uses DeviceCMYK". */
export type Report = (finding: string) => void;
