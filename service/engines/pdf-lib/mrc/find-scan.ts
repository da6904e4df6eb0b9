import { type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { isPicture } from '../content/used-colours.ts';
import { resource, walkPage } from '../content/walk-page.ts';
import { numberEntry } from '../entries.ts';

/** The scan that a page consists of. */
export interface Scan {
	readonly picture: PDFRawStream;
	/** Width at which it is painted, in 72nds of an inch. */
	readonly width: number;
}

/** ISO 32000-1, tables 60, 61 and 77: operators that leave marks, beside `Do` and those of text. */
const painting = new Set('f F f* B B* b b* S s sh BI'.split(' '));
const showing = new Set(['Tj', 'TJ', "'", '"']);
/** Part of the page that the picture must cover; scanners leave a rim. */
const whole = 0.9;

/** The one picture that is all there is to see of a page, with at most invisible text over it; else undefined. */
export function findScan(page: PDFPage): Scan | undefined {
	const scans = new Map<PDFRawStream, number>();
	let others = 0;
	// 3 is invisible (9.3.6); saved and restored with the graphics state.
	let mode = 0;
	const modes: number[] = [];
	walkPage(page, ({ operator, operands }, scope) => {
		if (operator === 'q') modes.push(mode);
		else if (operator === 'Q') mode = modes.pop() ?? mode;
		else if (operator === 'Tr') mode = Number(operands[0]);
		else if (painting.has(operator) || (showing.has(operator) && mode !== 3)) others++;
		if (operator !== 'Do') return;
		const drawn = resource(scope, 'XObject', operands[0]);
		if (!isPicture(drawn)) return;
		if (!(drawn instanceof PDFRawStream) || scans.has(drawn)) {
			others++;
			return;
		}
		const [a, b, c, d] = scope.matrix;
		const { width, height } = page.getSize();
		const covers = Math.abs(a * d - b * c) >= whole * width * height;
		if (covers) scans.set(drawn, Math.hypot(a, b));
		else others++;
	});
	const [scan] = scans;
	if (others > 0 || scans.size !== 1 || !scan) return undefined;
	return { picture: scan[0], width: scan[1] * (numberEntry(page.node, 'UserUnit') ?? 1) };
}
