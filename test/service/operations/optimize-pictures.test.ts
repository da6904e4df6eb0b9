import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { drawClip, drawPhoto, drawScreen, svg } from '../../harness/draw-pictures.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import {
	depth,
	difference,
	drawn,
	exiftool,
	loopsOf,
	raster,
	strip,
	tags,
	timesOf,
	webpFrames,
} from '../../harness/read-pictures.ts';
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
		const photo = await drawPhoto(at('photo.jpg'));
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
		const print = await drawPhoto(at('print.jpg'), '-colorspace', 'CMYK');

		const exact = await optimize({}, print);
		const { file } = await optimize({ quality: 80 }, print);

		expect(await difference(exact.file, print)).toBe(0);
		expect(
			(await execa('/usr/bin/identify-im6.q16', ['-format', '%[colorspace]', file])).stdout,
		).toBe('sRGB');
		expect(await difference(file, await drawn(print, '-colorspace', 'sRGB'))).toBeLessThan(0.15);
	});

	it('compresses a JPEG to a quality, upright', async () => {
		const photo = await drawPhoto(at('turned.jpg'));
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
		const screen = await drawScreen(at('screen.png'));
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
		expect(
			(await execa('/usr/bin/identify-im6.q16', ['-format', '%[opaque]', file])).stdout,
		).toMatch(/false/i);
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
		const photo = await drawPhoto(at('photo.webp'), '-quality', '95');
		const plain = await drawScreen(
			at('plain.webp'),
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
		const gif = await drawClip(at('clip.gif'));
		const webp = await drawClip(at('clip.webp'), '-quality', '95');

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
		const screen = await drawScreen(at('kinds.png'));
		const gif = await drawClip(at('kinds.gif'));

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
		const once = await optimize({ quality: 40 }, await drawPhoto(at('small.jpg')));

		const { file, result } = await optimize({ quality: 95 }, once.file);

		expect(await readFile(file)).toEqual(await readFile(once.file));
		expect(result).toMatchObject({ kept_input: true, saved_percent: 0, done: [] });
		expect(result.warnings).toEqual([expect.stringContaining('not be smaller at quality 95')]);
	});
});

const srgb = '-ICC_Profile<=/usr/share/color/icc/ghostscript/srgb.icc';
