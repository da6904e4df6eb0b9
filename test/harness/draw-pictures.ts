import { crc32, deflateSync } from 'node:zlib';
import { drawPicture } from '../service/engines/inspect.ts';

/** Noise on a gradient, 600 by 400, as a camera sees the sky. */
export function drawPhoto(file: string, ...args: string[]): Promise<string> {
	const sky = ['-seed', '1', '-size', '600x400', 'gradient:skyblue-orange'];
	return drawPicture(file, ...sky, '-attenuate', '0.1', '+noise', 'Gaussian', ...args);
}

/** Plain areas and letters, as on a screen. */
export function drawScreen(file: string, ...args: string[]): Promise<string> {
	const window = ['-fill', 'navy', '-draw', 'rectangle 0,0 640,30 rectangle 20,60 300,200'];
	const words = ['-fill', 'black', '-pointsize', '20', '-annotate', '+40+260', 'Open the mill'];
	return drawPicture(file, '-size', '640x480', 'xc:white', ...window, ...words, ...args);
}

/** Three frames, seen for 0.1, 0.2 and 0.3 seconds, four times. */
export function drawClip(file: string, ...args: string[]): Promise<string> {
	const frame = (x: number, delay: number) => [
		...['(', '-size', '200x120', 'gradient:white-teal', '-fill', 'red', '-draw'],
		...[`circle ${x},60 ${x},80`, '-set', 'delay', `${delay}`, ')'],
	];
	const frames = [...frame(40, 10), ...frame(100, 20), ...frame(160, 30)];
	return drawPicture(file, '-loop', '4', ...frames, ...args);
}

/** A drawing that says more than it needs to, and who drew it. */
export const svg = `<?xml version="1.0" encoding="UTF-8"?>
<!--! Free to use --><!-- Drawn by A. Reed -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/" width="200" height="100" viewBox="0 0 200 100">
	<metadata><dc:creator>A. Reed</dc:creator></metadata>
	<defs><linearGradient id="a-long-name"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
	<g transform="translate(10.000000, 10.000000)"><rect x="0" y="0" width="80" height="80" fill="url(#a-long-name)"/></g>
	<path d="M 120.00000 20.00000 L 180.00000 20.00000 L 180.00000 80.00000 Z" style="fill:#008000;stroke:none"/>
</svg>`;

/** One picture of 65535 by 65535, in 35 bytes. */
export function hugeGif(): Buffer {
	return Buffer.from(
		'474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024c01003b',
		'hex',
	);
}

/** 30000 by 30000 black dots, one bit each. */
export function hugePng(): Buffer {
	const chunk = (name: string, content: Buffer) => {
		const body = Buffer.concat([Buffer.from(name), content]);
		const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
		ends[0].writeUInt32BE(content.length);
		ends[1].writeUInt32BE(crc32(body));
		return Buffer.concat([ends[0], body, ends[1]]);
	};
	const header = Buffer.from('00007530000075300100000000', 'hex');
	const rows = deflateSync(Buffer.alloc(3751 * 30_000));
	const signature = Buffer.from('89504e470d0a1a0a', 'hex');
	const end = chunk('IEND', Buffer.alloc(0));
	return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), end]);
}
