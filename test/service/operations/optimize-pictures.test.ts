import { mkdtempSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import sharp from 'sharp';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { drawPicture, pictureOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-optimize-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true });
});

async function optimize(params: Readonly<Record<string, unknown>>, ...files: string[]) {
	const { paths, names, result, task } = await operate(client, 'optimize', params, files);
	return { file: paths[0] ?? '', paths, names, result, task };
}

describe('optimize with pictures', () => {
	it('packs a JPEG without loss, turned as before, with its profile and without its secrets', async () => {
		const photo = await drawPhoto('photo.jpg');
		await exiftool(photo, '-Orientation=6', '-Artist=A. Reed', '-GPSLatitude=48', srgb);

		const { file, names, result, task } = await optimize({}, photo);

		expect(names).toEqual(['photo.jpg']);
		expect(task.engine).toBe('jpegoptim');
		expect(result.kept_input).toBe(false);
		expect(result.done).toContain('compressed without loss by jpegoptim');
		expect(result.bytes_after).toBe((await readFile(file)).length);
		expect(result.bytes_after).toBeLessThan(Number(result.bytes_before));
		expect(await difference(file, photo)).toBe(0);
		expect(await tags(file)).toMatchObject({
			Orientation: 6,
			ProfileDescription: expect.any(String),
		});
		expect(Object.keys(await tags(file))).not.toContain('Artist');
		expect(Object.keys(await tags(file))).not.toContain('GPSLatitude');
	});

	it('converts a JPEG for print to colours that every screen shows, where a quality is given', async () => {
		const print = await drawPhoto('print.jpg', '-colorspace', 'CMYK');

		const exact = await optimize({}, print);
		const { file } = await optimize({ quality: 80 }, print);

		expect(await difference(exact.file, print)).toBe(0);
		expect((await execa(identify, ['-format', '%[colorspace]', file])).stdout).toBe('sRGB');
		expect(await difference(file, await drawn(print, '-colorspace', 'sRGB'))).toBeLessThan(0.15);
	});

	it('compresses a JPEG to a quality, upright', async () => {
		const photo = await drawPhoto('turned.jpg');
		await exiftool(photo, '-Orientation=6', '-Artist=A. Reed');

		const { file, result, task } = await optimize({ quality: 70 }, photo);

		expect(task.engine).toBe('sharp');
		expect(result.done).toContain('compressed by MozJPEG at quality 70');
		expect(result.saved_percent).toBeGreaterThan(40);
		expect(await pictureOf(file)).toBe('JPEG 400x600');
		expect(await difference(file, await drawn(photo, '-auto-orient'))).toBeLessThan(0.03);
		expect(Object.keys(await tags(file))).not.toContain('Artist');
		expect(await tags(file)).not.toHaveProperty('Orientation');
	});

	it('packs a PNG without loss, transparent or not, 8 or 16 bits deep', async () => {
		const screen = await drawScreen('screen.png');
		const alpha = await drawPicture(
			at('alpha.png'),
			...['-size', '300x200', 'gradient:red-none', '-define', 'png:compression-level=1'],
		);
		const deep = await drawPicture(
			at('deep.png'),
			...['-size', '300x200', '-depth', '16', 'gradient:red-blue'],
			...['-define', 'png:compression-level=0'],
		);
		await exiftool(screen, '-Orientation=8', '-Comment=secret');

		const { paths, result } = await optimize({}, screen, alpha, deep);

		expect(result.kept_input).toBe(false);
		for (const [index, file] of [screen, alpha, deep].entries()) {
			const made = paths[index] ?? '';
			expect(await difference(made, file)).toBe(0);
			expect(await depth(made)).toBe(await depth(file));
			expect((await readFile(made)).length).toBeLessThan((await readFile(file)).length);
		}
		expect(await tags(paths[0])).toMatchObject({ Orientation: 8 });
		expect(Object.keys(await tags(paths[0]))).not.toContain('Comment');
	});

	it('gives a PNG a palette where a quality is given, and keeps what shows through', async () => {
		const picture = await drawPicture(
			at('glass.png'),
			...['-size', '400x300', 'plasma:red-blue', '-alpha', 'set', '-channel', 'A'],
			...['-fx', 'i/w', '+channel'],
		);

		const { file, result } = await optimize({ quality: 80 }, picture);

		expect(result.saved_percent).toBeGreaterThan(50);
		expect(result.done).toContain(
			'colours reduced to a palette at quality 80, compressed by OxiPNG',
		);
		expect(await difference(file, picture)).toBeLessThan(0.05);
		expect((await execa(identify, ['-format', '%[opaque]', file])).stdout).toMatch(/false/i);
	});

	it('leaves the frames of an animated PNG, whatever the quality', async () => {
		const clip = at('clip.png');
		const source = ['-f', 'lavfi', '-i', 'testsrc=size=100x80:rate=5:duration=1'];
		await execa('ffmpeg', ['-v', 'error', ...source, '-f', 'apng', clip]);
		const frames = async (file: string) =>
			(await execa('ffmpeg', ['-v', 'error', '-i', file, '-f', 'framemd5', '-'])).stdout;

		const { file } = await optimize({ quality: 20 }, clip);

		expect(await frames(file)).toBe(await frames(clip));
	});

	it('compresses a WebP to a quality, and packs a lossless one without loss', async () => {
		const photo = await drawPhoto('photo.webp', '-quality', '95');
		const plain = await drawScreen(
			'plain.webp',
			...['-define', 'webp:lossless=true', '-define', 'webp:method=0'],
		);

		const lossy = await optimize({ quality: 60 }, photo);
		const lossless = await optimize({}, plain);
		const untouched = await optimize({}, photo);

		expect(lossy.result.saved_percent).toBeGreaterThan(30);
		expect(await difference(lossy.file, photo)).toBeLessThan(0.03);
		expect(lossless.result).toMatchObject({ kept_input: false });
		expect(await difference(lossless.file, plain)).toBe(0);
		expect(untouched.result).toMatchObject({ kept_input: true, saved_percent: 0, done: [] });
		expect(await readFile(untouched.file)).toEqual(await readFile(photo));
		expect(untouched.result.warnings).toEqual([expect.stringContaining('set "quality"')]);
	});

	it('keeps every frame of an animated GIF and WebP, how long each is seen, and how often', async () => {
		const gif = await drawClip('clip.gif');
		const webp = await drawClip('clip.webp', '-quality', '95');

		const exact = await optimize({}, gif);
		const lossy = await optimize({ quality: 60 }, gif, webp);

		expect(exact.task.engine).toBe('gifsicle');
		expect(exact.result.kept_input).toBe(false);
		expect(await difference(await strip(exact.file), await strip(gif))).toBe(0);
		for (const file of [exact.file, lossy.paths[0] ?? '']) {
			expect(await timesOf(file)).toEqual([10, 20, 30]);
			expect(await loopsOf(file)).toBe(await loopsOf(gif));
		}
		expect(await webpFrames(lossy.paths[1])).toEqual(await webpFrames(webp));
		expect(lossy.task.engine).toBe('gifsicle, sharp');
		expect(await difference(await strip(lossy.paths[0]), await strip(gif))).toBeLessThan(0.1);
	});

	it('writes an SVG shorter that looks the same', async () => {
		const drawing = at('drawing.svg');
		await writeFile(drawing, svg);

		const { file, result, task } = await optimize({ quality: 50 }, drawing);

		expect(task.engine).toBe('svgo');
		expect(result.saved_percent).toBeGreaterThan(30);
		expect(result.warnings).toEqual([expect.stringContaining('"quality" has no effect')]);
		expect(await difference(await raster(file), await raster(drawing))).toBeLessThan(0.005);
		const text = await readFile(file, 'utf8');
		expect(text).toMatch(/^<!--! Free to use ?--><svg/);
		expect(text).not.toContain('A. Reed');
	});

	it('works on files of several kinds in one task, each with its own engine', async () => {
		const screen = await drawScreen('kinds.png');
		const gif = await drawClip('kinds.gif');

		const params = { profile: 'max' };
		const { names, result, task } = await optimize(
			params,
			screen,
			gif,
			fixture('scans/book-page.pdf'),
		);

		expect(names).toEqual(['kinds.png', 'kinds.gif', 'book-page.pdf']);
		expect(task.engine).toBe('sharp, gifsicle, ghostscript');
		expect(result.bytes_after_by_file).toHaveLength(3);
		expect(result.warnings).toEqual([
			'Parameter "profile" has no effect on "kinds.png", which is png.',
			'Parameter "profile" has no effect on "kinds.gif", which is gif.',
		]);
	});

	it('keeps the input, byte by byte, when it is as small as it gets', async () => {
		const once = await optimize({ quality: 40 }, await drawPhoto('small.jpg'));

		const { file, result } = await optimize({ quality: 95 }, once.file);

		expect(await readFile(file)).toEqual(await readFile(once.file));
		expect(result).toMatchObject({ kept_input: true, saved_percent: 0, done: [] });
		expect(result.warnings).toEqual([expect.stringContaining('not be smaller at quality 95')]);
	});

	it.each(['jpg', 'png', 'webp', 'gif'])('refuses a %s that ends too early', async (format) => {
		const whole = await drawPhoto(`whole.${format}`);
		await truncate(whole, Math.floor((await readFile(whole)).length / 2));

		const { task } = await optimize(format === 'webp' ? { quality: 50 } : {}, whole);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
		expect(task.message).toContain(`cannot be read as ${format}`);
	});

	it.each(['gif', 'png'])('refuses a %s of more pixels than fit into memory', async (format) => {
		const bomb = at(`bomb.${format}`);
		await writeFile(bomb, format === 'gif' ? hugeGif() : hugePng());

		const { task } = await optimize({}, bomb);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
		expect(task.message).toContain('too large');
	});

	it('refuses an SVG that multiplies entities or reaches for files', async () => {
		const names = [...'abcdefghij'];
		const laughs = names.map(
			(name, index) =>
				`<!ENTITY ${name} "${index ? `&${names[index - 1]};`.repeat(10) : 'ha'.repeat(10)}">`,
		);
		await writeFile(at('laughs.svg'), withEntities(laughs.join(''), '&j;'));
		await writeFile(
			at('reads.svg'),
			withEntities('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
		);

		for (const name of ['laughs.svg', 'reads.svg']) {
			const { task } = await optimize({}, at(name));
			expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
			expect(JSON.stringify(task)).not.toContain('root:');
		}
	});

	it('says which engines know a format when another is asked for', async () => {
		const { task } = await optimize({ engine: 'svgo' }, await drawScreen('asked.png'));

		expect(task).toMatchObject({ status: 'error', code: 'UNSUPPORTED' });
		expect(task.message).toBe(
			'File "asked.png" is png, which engine "svgo" does not optimize; use sharp.',
		);
	});
});

const identify = '/usr/bin/identify-im6.q16';
const srgb = '-ICC_Profile<=/usr/share/color/icc/ghostscript/srgb.icc';

/** Noise on a gradient, 600 by 400, as a camera sees the sky. */
function drawPhoto(name: string, ...args: string[]): Promise<string> {
	const sky = ['-seed', '1', '-size', '600x400', 'gradient:skyblue-orange'];
	return drawPicture(at(name), ...sky, '-attenuate', '0.1', '+noise', 'Gaussian', ...args);
}

/** Plain areas and letters, as on a screen. */
function drawScreen(name: string, ...args: string[]): Promise<string> {
	const window = ['-fill', 'navy', '-draw', 'rectangle 0,0 640,30 rectangle 20,60 300,200'];
	const words = ['-fill', 'black', '-pointsize', '20', '-annotate', '+40+260', 'Open the mill'];
	return drawPicture(at(name), '-size', '640x480', 'xc:white', ...window, ...words, ...args);
}

/** Three frames, seen for 0.1, 0.2 and 0.3 seconds, four times. */
function drawClip(name: string, ...args: string[]): Promise<string> {
	const frame = (x: number, delay: number) => [
		...['(', '-size', '200x120', 'gradient:white-teal', '-fill', 'red', '-draw'],
		...[`circle ${x},60 ${x},80`, '-set', 'delay', `${delay}`, ')'],
	];
	const frames = [...frame(40, 10), ...frame(100, 20), ...frame(160, 30)];
	return drawPicture(at(name), '-loop', '4', ...frames, ...args);
}

const svg = `<?xml version="1.0" encoding="UTF-8"?>
<!--! Free to use --><!-- Drawn by A. Reed -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/" width="200" height="100" viewBox="0 0 200 100">
	<metadata><dc:creator>A. Reed</dc:creator></metadata>
	<defs><linearGradient id="a-long-name"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
	<g transform="translate(10.000000, 10.000000)"><rect x="0" y="0" width="80" height="80" fill="url(#a-long-name)"/></g>
	<path d="M 120.00000 20.00000 L 180.00000 20.00000 L 180.00000 80.00000 Z" style="fill:#008000;stroke:none"/>
</svg>`;

/** One picture of 65535 by 65535, in 35 bytes. */
function hugeGif(): Buffer {
	return Buffer.from(
		'474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024c01003b',
		'hex',
	);
}

/** 30000 by 30000 black dots, one bit each. */
function hugePng(): Buffer {
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

function withEntities(entities: string, text: string): string {
	return `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`;
}

async function exiftool(file: string, ...args: string[]): Promise<void> {
	await execa('/usr/bin/exiftool', ['-q', '-overwrite_original', '-n', ...args, file]);
}

async function tags(file = ''): Promise<Record<string, unknown>> {
	const { stdout } = await execa('/usr/bin/exiftool', ['-json', '-n', file]);
	return JSON.parse(stdout)[0];
}

async function depth(file: string): Promise<string> {
	return (await execa(identify, ['-format', '%z', file])).stdout;
}

async function timesOf(file: string): Promise<number[]> {
	return (await execa(identify, ['-format', '%T\n', file])).stdout.split('\n').map(Number);
}

async function loopsOf(file: string): Promise<string | undefined> {
	const { stdout } = await execa('/usr/bin/gifsicle', ['--info', file]);
	return /loop \w+ ?\d*/.exec(stdout)?.[0];
}

/** How often an animated WebP is shown, and how long each frame, in milliseconds (RFC 9649, 2.7.1.1). */
async function webpFrames(file = '') {
	const bytes = await readFile(file);
	const starts = [...bytes.toString('latin1').matchAll(/ANMF/g)].map(({ index }) => index);
	return {
		loops: bytes.readUInt16LE(bytes.indexOf('ANIM') + 12),
		times: starts.map((start) => bytes.readUIntLE(start + 20, 3)),
	};
}

async function raster(file: string): Promise<string> {
	const target = `${file}.png`;
	await sharp(file).flatten({ background: 'white' }).toFile(target);
	return target;
}

/** The frames of a GIF side by side, each as it is seen. */
function strip(file = ''): Promise<string> {
	return drawn(file, '-coalesce', '+append');
}

function drawn(file: string, ...args: string[]): Promise<string> {
	return drawPicture(`${file}.png`, file, ...args);
}

/** How far two pictures are from each other in all their channels, alpha too: 0 is alike, 1 is black against white. */
async function difference(one: string, other: string): Promise<number> {
	const { stderr } = await execa(
		'/usr/bin/compare-im6.q16',
		['-metric', 'RMSE', one, other, 'null:'],
		{ reject: false },
	);
	return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}
