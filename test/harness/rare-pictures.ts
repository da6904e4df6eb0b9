/** Numbers of a few bytes each, little end first. */
const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const bigLongs = (...values: number[]) => longs(...values).swap32();
const range = (count: number) => [...Array(count).keys()];

/** What a camera records: 96 by 64, gray above, red and blue below, one colour a pixel (DNG 1.4: a TIFF with a colour filter array). */
export function dng(): Buffer {
	const [width, height] = [96, 64];
	const scene = (x: number, y: number) => {
		if (y < height / 3) return [30_000, 30_000, 30_000];
		return x < width / 2 ? [40_000, 8000, 8000] : [8000, 8000, 40_000];
	};
	const filter = (x: number, y: number) => (x % 2) + (y % 2);
	const pixels = range(height).flatMap((y) =>
		range(width).map((x) => scene(x, y)[filter(x, y)] ?? 0),
	);
	const raw = shorts(...pixels);
	const text = (value: string) => [2, value.length + 1, Buffer.from(`${value}\0`)] as const;
	const long = (value: number) => [4, 1, longs(value)] as const;
	const short = (...values: number[]) => [3, values.length, shorts(...values)] as const;
	const bytes = (...values: number[]) => [1, values.length, Buffer.from(values)] as const;
	// XYZ to sRGB, as signed fractions.
	const matrix = [32405, -15371, -4985, -9693, 18760, 416, 556, -2040, 10572];
	const tags = new Map<number, readonly [number, number, Buffer]>([
		...([
			[254, long(0)],
			[256, long(width)],
			[257, long(height)],
		] as const),
		...([
			[258, short(16)],
			[259, short(1)],
			[262, short(32_803)],
		] as const),
		...([
			[271, text('Filemill')],
			[272, text('Test Camera')],
			[273, long(0)],
		] as const),
		...([
			[274, short(1)],
			[277, short(1)],
			[278, long(height)],
		] as const),
		...([
			[279, long(raw.length)],
			[284, short(1)],
			[33_421, short(2, 2)],
		] as const),
		...([
			[33_422, bytes(0, 1, 1, 2)],
			[50_706, bytes(1, 4, 0, 0)],
		] as const),
		...([
			[50_707, bytes(1, 1, 0, 0)],
			[50_708, text('Filemill Test Camera')],
		] as const),
		...([
			[50_714, short(0)],
			[50_717, long(65_535)],
		] as const),
		[50_721, [10, 9, longs(...matrix.flatMap((value) => [value, 10_000]))]],
		[50_728, [5, 3, longs(1, 1, 1, 1, 1, 1)]],
		[50_778, short(21)],
	]);
	const begin = 8 + 2 + 12 * tags.size + 4;
	const extra: Buffer[] = [];
	const place = (value: Buffer) => {
		const at = begin + extra.reduce((sum, one) => sum + one.length, 0);
		extra.push(value);
		return longs(at);
	};
	for (const [tag, [type, count, value]] of tags)
		if (value.length > 4) tags.set(tag, [type, count, place(value)]);
	tags.set(273, [4, 1, place(raw)]);
	const entries = [...tags].map(([tag, [type, count, value]]) =>
		Buffer.concat([shorts(tag, type), longs(count), value, Buffer.alloc(4 - value.length)]),
	);
	const header = Buffer.concat([Buffer.from('II*\0'), longs(8), shorts(tags.size)]);
	return Buffer.concat([header, ...entries, longs(0), ...extra]);
}

/** A file of GIMP: 40 by 30, a blue square on red, and between them a green layer that is hidden. */
export function xcf(): Buffer {
	const [width, height] = [40, 30];
	const property = (type: number, value = Buffer.alloc(0)) =>
		Buffer.concat([bigLongs(type, value.length), value]);
	const plane = (value: (x: number, y: number) => number) => {
		const row = (y: number) => Buffer.from(range(width).map((x) => value(x, y)));
		// Run lengths: so many bytes as they are.
		return Buffer.concat(range(height).flatMap((y) => [Buffer.from([256 - width]), row(y)]));
	};
	const head = Buffer.concat([
		...[Buffer.from('gimp xcf file\0'), bigLongs(width, height, 0)],
		...[property(17, Buffer.from([1])), property(0)],
	]);
	const layers = [
		{ colour: [0, 0, 255], visible: 1, within: (x: number, y: number) => x > 9 && x < 20 && y > 9 },
		{ colour: [0, 255, 0], visible: 0, within: () => true },
		{ colour: [255, 0, 0], visible: 1, within: () => true },
	];
	let at = head.length + 4 * (layers.length + 2);
	const starts: number[] = [];
	const bodies = layers.map(({ colour, visible, within }) => {
		const start = Buffer.concat([
			...[bigLongs(width, height, 1, 6), Buffer.from('layer\0')],
			...[property(6, bigLongs(255)), property(8, bigLongs(visible))],
			...[property(15, bigLongs(0, 0)), property(7, bigLongs(0)), property(0)],
		]);
		const hierarchy = at + start.length + 8;
		const body = Buffer.concat([
			...[start, bigLongs(hierarchy, 0), bigLongs(width, height, 4, hierarchy + 20, 0)],
			bigLongs(width, height, hierarchy + 36, 0),
			...colour.map((value) => plane((x, y) => (within(x, y) ? value : 0))),
			plane((x, y) => (within(x, y) ? 255 : 0)),
		]);
		starts.push(at);
		at += body.length;
		return body;
	});
	return Buffer.concat([head, bigLongs(...starts, 0, 0), ...bodies]);
}

/** A picture of the PlayStation, 2 by 1: red and blue, 16 bits a pixel. */
export function tim(): Buffer {
	return Buffer.concat([longs(0x10, 2, 12 + 4), shorts(0, 0, 2, 1, 0x001f, 0x7c00)]);
}

/** A picture of MacPaint, 576 by 720: black stripes. */
export function mac(): Buffer {
	const row = Buffer.from([256 - 35, 0xff, 256 - 35, 0x00]);
	return Buffer.concat([Buffer.alloc(512), ...range(720).map(() => row)]);
}
