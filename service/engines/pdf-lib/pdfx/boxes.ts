import { PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { numbersEntry } from '../entries.ts';

/** A rectangle: left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

/**
 * Gives a page the boxes of PDF/X: TrimBox inside BleedBox inside MediaBox, and neither ArtBox nor CropBox. What was
 * seen of the page is trimmed to; a page with boxes of its own keeps them.
 */
export function setBoxes(page: PDFPage): void {
	const media = normalized(Object.values(page.getMediaBox()));
	const own = (key: string) => {
		const box = numbersEntry(page.node, key);
		return box?.length === 4 ? within(ordered(box), media) : undefined;
	};
	const trim = own('TrimBox') ?? own('ArtBox') ?? own('CropBox') ?? media;
	const bleed = own('BleedBox') ?? media;
	const { context } = page.doc;
	page.node.set(PDFName.of('MediaBox'), context.obj([...media]));
	page.node.set(PDFName.of('TrimBox'), context.obj([...trim]));
	page.node.set(PDFName.of('BleedBox'), context.obj([...union(bleed, trim)]));
	page.node.delete(PDFName.of('ArtBox'));
	page.node.delete(PDFName.of('CropBox'));
}

/** From x, y, width and height. */
function normalized([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box {
	return ordered([x, y, x + width, y + height]);
}

function ordered([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Box {
	return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The part of a box inside another; undefined when nothing of it is. */
function within(box: Box, outer: Box): Box | undefined {
	const inner: Box = [
		Math.max(box[0], outer[0]),
		Math.max(box[1], outer[1]),
		Math.min(box[2], outer[2]),
		Math.min(box[3], outer[3]),
	];
	return inner[0] < inner[2] && inner[1] < inner[3] ? inner : undefined;
}

function union(one: Box, two: Box): Box {
	return [
		Math.min(one[0], two[0]),
		Math.min(one[1], two[1]),
		Math.max(one[2], two[2]),
		Math.max(one[3], two[3]),
	];
}
