import type { PDFPage } from '@cantoo/pdf-lib';
import { type Matrix, multiply } from './matrix.ts';
import { type SeenPage, seenPage } from './seen-page.ts';
import type { PictureStamp, Placement, Stamp, TextStamp } from './stamp.ts';

/** From a stamp's own space to that of a page: its size, its place and its turn. */
export function placeOn(
	page: PDFPage,
	stamp: Stamp,
	wish: TextStamp | PictureStamp,
	placement: Placement,
): Matrix {
	const seen = seenPage(page);
	const [scaleX, scaleY] = scaleOf(stamp, wish, seen, placement);
	const [width, height] = [stamp.width * scaleX, stamp.height * scaleY];
	// Clockwise, where PDF turns the other way.
	const angle = (-placement.rotation * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const across = Math.abs(width * cos) + Math.abs(height * sin);
	const up = Math.abs(width * sin) + Math.abs(height * cos);
	const middle = {
		left: placement.marginHorizontal + across / 2,
		right: seen.width - placement.marginHorizontal - across / 2,
		bottom: placement.marginVertical + up / 2,
		top: seen.height - placement.marginVertical - up / 2,
	};
	const x = placement.horizontal === 'center' ? seen.width / 2 : middle[placement.horizontal];
	const y = placement.vertical === 'center' ? seen.height / 2 : middle[placement.vertical];
	const turned: Matrix = [
		...([cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY] as const),
		x - (cos * width - sin * height) / 2,
		y - (sin * width + cos * height) / 2,
	];
	return multiply(turned, seen.toPage);
}

function scaleOf(
	stamp: Stamp,
	wish: TextStamp | PictureStamp,
	seen: SeenPage,
	{ marginHorizontal, marginVertical }: Placement,
): [number, number] {
	const wanted = wish.widthPercent && (seen.width * wish.widthPercent) / 100;
	if (wanted) return [wanted / stamp.width, wanted / stamp.width];
	if (wish.kind === 'text') return [1, 1];
	const [x, y] = [
		wish.width && wish.width / stamp.width,
		wish.height && wish.height / stamp.height,
	];
	const known = x ?? y;
	if (known !== undefined) return [x ?? known, y ?? known];
	const room = (whole: number, margin: number) => Math.max(whole - 2 * margin, whole / 10);
	const fitting = Math.min(
		(wish.ownWidth ?? stamp.width) / stamp.width,
		room(seen.width, marginHorizontal) / stamp.width,
		room(seen.height, marginVertical) / stamp.height,
	);
	return [fitting, fitting];
}
