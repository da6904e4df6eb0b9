/** A rectangle in the user space of a page: left, bottom, right, top. */
type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The part of a page that text is laid on, in points as the page is seen. */
export interface PageArea {
	/** From the left and the top of the page as it is rendered. */
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/**
 * Reads the area of a page out of what `pdfinfo -box` says of it. A page is rendered to its crop box, but qpdf lays
 * other pages on its trim box, which is smaller where a page has marks for the printer.
 */
export function parsePageArea(report: string): PageArea | undefined {
	const crop = box(report, 'CropBox');
	const trim = box(report, 'TrimBox');
	if (!crop || !trim) return undefined;
	const angle = Number(/^Page +\d+ rot: +(\d+)/m.exec(report)?.[1] ?? 0);
	const margins = [trim[0] - crop[0], crop[3] - trim[3], crop[2] - trim[2], trim[1] - crop[1]];
	const turns = (((angle / 90) % 4) + 4) % 4;
	// Clockwise from the left: what was at the bottom is at the left after a quarter turn.
	const [left = 0, top = 0] = [...margins.slice(4 - turns), ...margins];
	const [width, height] = [trim[2] - trim[0], trim[3] - trim[1]];
	if (!(width > 0 && height > 0)) return undefined;
	return turns % 2 === 0
		? { left, top, width, height }
		: { left, top, width: height, height: width };
}

function box(report: string, name: string): Box | undefined {
	const found = new RegExp(`${name}: +${'(-?[\\d.]+) +'.repeat(3)}(-?[\\d.]+)`).exec(report);
	const [, left, bottom, right, top] = (found ?? []).map(Number);
	if (left === undefined || bottom === undefined) return undefined;
	return right === undefined || top === undefined ? undefined : [left, bottom, right, top];
}

const standard = 300;
/** As many as an A2 sheet has at 300 dots per inch; letters on larger pages are larger too. */
const maxPixels = 36_000_000;
/** Tesseract takes no picture that is wider or higher. */
const maxSide = 32_000;

/** The dots per inch at which text of usual size is read best, or fewer where the page is giant. */
export function readingResolution({ width, height }: PageArea): number {
	return Math.min(
		standard,
		72 * Math.sqrt(maxPixels / (width * height)),
		(72 * maxSide) / Math.max(width, height),
	);
}
