/** Numbers of a few bytes each, little end first. */
const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const bigLongs = (...values: number[]) => longs(...values).swap32();
const range = (count: number) => [...Array(count).keys()];

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
