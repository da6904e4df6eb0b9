const set = (names: string) => new Set(names.split(' '));

/** Files of several pages, slices or exposures, each of which counts. */
const paged = set('dcx fits jbig miff pam pnm sgi tiff viff');
const animated = set('gif mng webp');
const layered = set('xcf');
/** Files of one picture in several sizes. */
const sized = set('ico cur');

/** Formats of several pages, and those of several frames, that ImageMagick writes as such. */
const pagedTargets = set('dcx miff tiff');
const animatedTargets = set('gif mng webp');

/** Formats without transparency. */
const opaque = set(
	'jpg bmp heic avif art cal cin fits hdr jbig mtv otb pbm pfm pgm pict ppm sixel vicar wbmp xbm xwd',
);

/**
 * What of the pictures in a file becomes what: all as pages or frames of one file, or a file each; all laid on each
 * other; or one of them.
 */
export type Contents =
	| 'first'
	| 'first-frame'
	| 'largest'
	| 'layers'
	| 'pages'
	| 'frames'
	| 'one-by-one';

/** What counts of a file of one format when it becomes one of another. */
export function contentsOf(from: string, to: string): Contents {
	if (layered.has(from)) return 'layers';
	if (sized.has(from)) return 'largest';
	if (paged.has(from)) return pagedTargets.has(to) ? 'pages' : 'one-by-one';
	if (!animated.has(from)) return 'first';
	return animatedTargets.has(to) ? 'frames' : 'first-frame';
}

/** Whether transparent parts come out white in a format. */
export function isOpaque(format: string): boolean {
	return opaque.has(format);
}

const coders: Readonly<Record<string, string>> = { jpg: 'jpeg', bmp: 'bmp3' };

/** What ImageMagick calls a format. */
export function coder(format: string): string {
	return coders[format] ?? format;
}
