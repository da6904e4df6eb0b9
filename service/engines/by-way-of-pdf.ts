import { convertParams } from './convert-params.ts';
import type { FileHandler } from './file-task.ts';
import type { PageTools } from './qpdf/navigation.ts';
import { extractPages } from './qpdf/pages.ts';
import { convertBetween } from './step-task.ts';

/** What leads from a document to a PDF, and on from there. */
export interface PdfWay extends PageTools {
	readonly toPdf: FileHandler<'convert'>;
	/** Converts a PDF to pictures, vectors and text. */
	readonly fromPdf: FileHandler<'convert'>;
}

/** Converts what becomes a PDF first: to some of its pages, or to what is made of PDFs. */
export const byWayOfPdf =
	({ toPdf, fromPdf, ...tools }: PdfWay): FileHandler<'convert'> =>
	async (params, task) => {
		if (params.output_format === 'pdf' && !params.pages) return toPdf(params, task);
		const { password, ...rest } = params;
		const whole = convertParams('pdf', password === undefined ? {} : { password });
		const input = await convertBetween(toPdf, whole, task);
		if (params.output_format !== 'pdf') return fromPdf(rest, { ...task, input });
		return extractPages(tools)({ pages: params.pages }, { ...task, input });
	};
