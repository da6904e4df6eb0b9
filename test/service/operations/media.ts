/** The beginning of a song: an ID3v2.4 tag with title and artist, and a frame of MPEG audio. */
export function song(title: string, artist: string): Buffer {
	const frames = Buffer.concat([textFrame('TIT2', title), textFrame('TPE1', artist)]);
	const header = Buffer.from([
		0x49,
		0x44,
		0x33,
		4,
		0,
		0,
		0,
		0,
		frames.length >> 7,
		frames.length & 127,
	]);
	// MPEG-1 layer III, 128 kbit/s, 44.1 kHz, one frame of silence after the other.
	const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
	return Buffer.concat([header, frames, frame, frame, frame]);
}

function textFrame(name: string, text: string): Buffer {
	const content = Buffer.from(`\x03${text}`);
	return Buffer.concat([Buffer.from(name), Buffer.from([0, 0, 0, content.length, 0, 0]), content]);
}

/** A video of one track without pictures: what ISO/IEC 14496-12 asks of a file, and no more. */
export function video(width: number, height: number, seconds: number): Buffer {
	const duration = seconds * 1000;
	const movie = box(
		'mvhd',
		zeros(12),
		uint32(1000, duration),
		fixed(1),
		zeros(12),
		matrix,
		zeros(24),
		uint32(2),
	);
	const track = box(
		'tkhd',
		uint32(7),
		zeros(8),
		uint32(1, 0, duration),
		zeros(16),
		matrix,
		fixed(width, height),
	);
	const handler = box('hdlr', zeros(8), Buffer.from('vide'), zeros(13));
	const media = box('mdia', box('mdhd', zeros(12), uint32(1000, duration), zeros(4)), handler);
	return Buffer.concat([
		box('ftyp', Buffer.from('isom'), uint32(512), Buffer.from('isommp41')),
		box('moov', movie, box('trak', track, media)),
		box('mdat', zeros(16)),
	]);
}

function box(name: string, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([uint32(body.length + 8), Buffer.from(name), body]);
}

function uint32(...values: number[]): Buffer {
	const buffer = zeros(4 * values.length);
	for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
	return buffer;
}

/** Numbers with sixteen bits before the point and sixteen after. */
function fixed(...values: number[]): Buffer {
	return uint32(...values.map((value) => value * 65_536));
}

function zeros(length: number): Buffer {
	return Buffer.alloc(length);
}

const matrix = Buffer.concat([fixed(1, 0, 0), fixed(0, 1, 0), uint32(0, 0, 0x40000000)]);
