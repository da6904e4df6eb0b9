import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import type { VideoTrack } from './probe-media.ts';

/** The size of frames that come out, and the filters that bring others to it. */
export interface Frame {
	readonly width: number;
	readonly height: number;
	readonly filters: readonly string[];
}

type Look = Pick<Params<'convert'>, 'width' | 'height' | 'fit'>;

/** More than 8K, the largest that cameras film, at the largest side that H.264 has. */
export const maxFrame = { pixels: 36_000_000, side: 16_384 } as const;

/**
 * How frames fit what a client asks for; their sides are multiples of `step`.
 * @throws InvalidOptionError when they would be larger than encoders bear.
 */
export function fitFrame(video: VideoTrack, look: Look, step: 1 | 2): Frame {
	const square = { width: video.width * video.pixelAspect, height: video.height };
	const across = look.width && look.width / square.width;
	const down = look.height && look.height / square.height;
	const both = across !== undefined && down !== undefined;
	const scaled = (x: number, y = x) => ({
		width: round(square.width * x, step),
		height: round(square.height * y, step),
	});
	if (both && look.fit === 'scale') return resized(scaled(across, down), look);
	if (both && look.fit === 'crop') {
		const asked = scaled(across, down);
		const cover = Math.max(across, down);
		const { width, height } = scaled(cover);
		// Rounding may have taken what is missing at the edge.
		const large = {
			width: Math.max(width, asked.width),
			height: Math.max(height, asked.height),
		};
		const { filters } = resized(large, look);
		return { ...asked, filters: [...filters, `crop=${asked.width}:${asked.height}`] };
	}
	const factor = Math.min(across ?? Number.POSITIVE_INFINITY, down ?? Number.POSITIVE_INFINITY);
	return resized(scaled(look.fit === 'max' ? Math.min(factor, 1) : factor), look);
}

function round(side: number, step: number): number {
	return Math.max(Math.round(side / step) * step, step);
}

function resized({ width, height }: { width: number; height: number }, look: Look): Frame {
	if (width * height > maxFrame.pixels || Math.max(width, height) > maxFrame.side)
		throw new InvalidOptionError(
			look.width ? 'width' : 'height',
			look.width ?? look.height,
			`frames of ${width} × ${height} pixels are too large; there may be ${maxFrame.pixels}, and ${maxFrame.side} on a side`,
		);
	return { width, height, filters: [`scale=${width}:${height}:flags=lanczos`, 'setsar=1'] };
}
