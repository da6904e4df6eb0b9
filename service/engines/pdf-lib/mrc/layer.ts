import type { Pixels } from '../pictures/pixels.ts';

/**
 * A picture made smaller by averaging, in which only the pixels that `belongs` takes count; where none do, the colours
 * around are spread, because what is masked there is never seen and smooth surfaces compress best.
 */
export function averageLayer(
	{ data, width, height, channels }: Pixels,
	factor: number,
	belongs: (pixel: number) => boolean,
): Pixels {
	const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
	const sums = new Float64Array(across * down * channels);
	const counts = new Uint32Array(across * down);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const pixel = y * width + x;
			if (!belongs(pixel)) continue;
			const cell = ((y / factor) | 0) * across + ((x / factor) | 0);
			counts[cell] = (counts[cell] ?? 0) + 1;
			for (let channel = 0; channel < channels; channel++) {
				const at = cell * channels + channel;
				sums[at] = (sums[at] ?? 0) + (data[pixel * channels + channel] ?? 0);
			}
		}
	const layer = new Uint8Array(across * down * channels);
	const known = new Uint8Array(across * down);
	for (let cell = 0; cell < counts.length; cell++) {
		const count = counts[cell] ?? 0;
		if (count === 0) continue;
		known[cell] = 1;
		for (let at = cell * channels; at < (cell + 1) * channels; at++)
			layer[at] = Math.round((sums[at] ?? 0) / count);
	}
	spread({ layer, known, across, down, channels });
	return { data: layer, width: across, height: down, channels };
}

interface Canvas {
	readonly layer: Uint8Array;
	readonly known: Uint8Array;
	readonly across: number;
	readonly down: number;
	readonly channels: number;
}

/** Fills what is unknown from its neighbours, ring by ring outwards from what is known. */
function spread({ layer, known, across, down, channels }: Canvas): void {
	let edge: number[] = [];
	for (let cell = 0; cell < known.length; cell++) if (known[cell]) edge.push(cell);
	while (edge.length > 0) {
		const ring = new Set<number>();
		for (const cell of edge) for (const next of around(cell)) if (!known[next]) ring.add(next);
		for (const cell of ring) {
			const from = around(cell).filter((next) => known[next] === 1);
			for (let channel = 0; channel < channels; channel++) {
				const sum = from.reduce(
					(total, next) => total + (layer[next * channels + channel] ?? 0),
					0,
				);
				layer[cell * channels + channel] = Math.round(sum / from.length);
			}
		}
		for (const cell of ring) known[cell] = 1;
		edge = [...ring];
	}

	function around(cell: number): number[] {
		const x = cell % across;
		const near = [];
		if (x > 0) near.push(cell - 1);
		if (x < across - 1) near.push(cell + 1);
		if (cell >= across) near.push(cell - across);
		if (cell < across * (down - 1)) near.push(cell + across);
		return near;
	}
}
