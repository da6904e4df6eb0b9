import type { Params } from '@filemill/operations';

/** A page as it is seen, in points. */
export interface PageSize {
	readonly width: number;
	readonly height: number;
}

/** Reads what `pdfinfo -f -l` says of the size and rotation of each page. */
export function parsePageSizes(report: string): Map<number, PageSize> {
	const sizes = new Map<number, PageSize>();
	for (const [, page, width, height] of report.matchAll(
		/^Page +(\d+) size: +([\d.]+) x ([\d.]+)/gm,
	))
		sizes.set(Number(page), { width: Number(width), height: Number(height) });
	for (const [, page, angle] of report.matchAll(/^Page +(\d+) rot: +(\d+)/gm)) {
		const size = sizes.get(Number(page));
		if (size && Number(angle) % 180 !== 0)
			sizes.set(Number(page), { width: size.height, height: size.width });
	}
	return sizes;
}

const standard = 150;
const maxPixels = 72_000_000;

/** The dots per inch at which a page is rendered: so that it has the size wanted, else as on good screens. */
export function resolution(
	{ width, height }: PageSize,
	wanted: Pick<Params<'convert'>, 'width' | 'height' | 'fit' | 'pixel_density'>,
): { dpi: number; reduced: boolean } {
	const across = wanted.width && (wanted.width / width) * 72;
	const down = wanted.height && (wanted.height / height) * 72;
	const choose = wanted.fit === 'max' ? Math.min : Math.max;
	const dpi =
		across && down ? choose(across, down) : (across ?? down ?? wanted.pixel_density ?? standard);
	const most = 72 * Math.sqrt(maxPixels / (width * height));
	return dpi > most ? { dpi: most, reduced: true } : { dpi, reduced: false };
}
