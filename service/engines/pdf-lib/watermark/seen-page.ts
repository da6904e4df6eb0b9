import type { PDFPage } from '@cantoo/pdf-lib';
import { numberEntry } from '../entries.ts';
import type { Matrix } from './matrix.ts';

/** A page as it is seen: its size in points, and the way from there to its own space. */
export interface SeenPage {
	readonly width: number;
	readonly height: number;
	readonly toPage: Matrix;
	/** The other way. */
	readonly fromPage: Matrix;
	/** What of the page is shown, in its own space. */
	readonly box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;
}

type Turn = readonly [to: Matrix, from: Matrix];

/** How a page is seen: cropped and turned as it says. */
export function seenPage(page: PDFPage): SeenPage {
	const box = visibleBox(page);
	const { x, y, width: w, height: h } = box;
	const u = numberEntry(page.node, 'UserUnit') || 1;
	const s = 1 / u;
	const turn = ((page.getRotation().angle % 360) + 360) % 360;
	const upright: Turn = [
		[s, 0, 0, s, x, y],
		[u, 0, 0, u, -x * u, -y * u],
	];
	const turns: Readonly<Record<number, Turn>> = {
		90: [
			[0, s, -s, 0, x + w, y],
			[0, -u, u, 0, -y * u, (x + w) * u],
		],
		180: [
			[-s, 0, 0, -s, x + w, y + h],
			[-u, 0, 0, -u, (x + w) * u, (y + h) * u],
		],
		270: [
			[0, -s, s, 0, x, y + h],
			[0, u, -u, 0, (y + h) * u, -x * u],
		],
	};
	const [toPage, fromPage] = turns[turn] ?? upright;
	const [width, height] = turn % 180 === 0 ? [w, h] : [h, w];
	return {
		width: width * u,
		height: height * u,
		...{ toPage, fromPage, box },
	};
}

/** What is shown of a page: its crop box, as far as it is on the paper (ISO 32000-1, 14.11.2). */
function visibleBox(page: PDFPage) {
	const [crop, media] = [page.getCropBox(), page.getMediaBox()];
	const x = Math.max(crop.x, media.x);
	const y = Math.max(crop.y, media.y);
	const width = Math.min(crop.x + crop.width, media.x + media.width) - x;
	const height = Math.min(crop.y + crop.height, media.y + media.height) - y;
	return width > 0 && height > 0 ? { x, y, width, height } : media;
}
