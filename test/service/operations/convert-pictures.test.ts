import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, download } from '../../harness/client.ts';
import { drawClip, hugePng } from '../../harness/draw-pictures.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { mac, tim, xcf } from '../../harness/rare-pictures.ts';
import { difference } from '../../harness/read-pictures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { drawPicture, pictureOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-pictures-'));
const at = (name: string) => path.join(folder, name);
const draw = (name: string, ...args: string[]) => drawPicture(at(name), ...args);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	const square = ['-fill', 'red', '-draw', 'rectangle 0,0 15,19'];
	await draw('flag.png', '-size', '32x20', 'xc:none', ...square);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const convert = (output_format: string, file: string, params: object = {}) =>
	operate(client, 'convert', { output_format, ...params }, [file]);

/** The colour of a pixel, as another program reads it. */
async function pixel(file = '', place = '4,4'): Promise<string> {
	const format = `%[fx:round(255*p{${place}}.r)],%[fx:round(255*p{${place}}.g)],%[fx:round(255*p{${place}}.b)]`;
	return (await execa('/usr/bin/convert-im6.q16', [file, '-format', format, 'info:'])).stdout;
}

/** How many pictures a file holds. */
async function countOf(file = ''): Promise<number> {
	const { stdout } = await execa('/usr/bin/identify-im6.q16', ['-format', '.', file]);
	return stdout.length;
}

async function write(name: string, content: string | Buffer): Promise<string> {
	await writeFile(at(name), content);
	return at(name);
}

/** What the program `file`, which knows formats by their signatures, says of one. */
async function kindOf(file = ''): Promise<string> {
	return (await execa('/usr/bin/file', ['-b', file])).stdout;
}

const red = '255,0,0';
const gray = '54,54,54';
const black = '0,0,0';

/** What the program `file` says of a format, and what becomes of red in it. */
const rare: Readonly<Record<string, readonly [kind: RegExp, colour: string]>> = {
	cin: [/Cineon.* 32 x 20/, red],
	cur: [/icon resource/, red],
	dcx: [/DCX multi-page/, red],
	dds: [/DirectDraw Surface \(DDS\): 32 x 20/, red],
	dpx: [/DPX image data.*32x20/, red],
	exr: [/OpenEXR/, red],
	fits: [/FITS/, gray],
	hdr: [/Radiance HDR/, red],
	j2k: [/JPEG 2000 codestream/, red],
	jng: [/JNG video data, 32 x 20/, '254,0,0'],
	miff: [/MIFF/, red],
	mng: [/MNG video data, 32 x 20/, red],
	pam: [/PAM image file, size = 32 x 20/, red],
	pfm: [/./, red],
	pict: [/./, red],
	ppm: [/size = 32 x 20.*pixmap/, red],
	psb: [/Photoshop Image \(PSB\), 32 x 20/, red],
	ras: [/Sun raster image data, 32 x 20/, red],
	sgi: [/SGI image data/, red],
	xpm: [/X pixmap image text, 32 x 20/, red],
	xwd: [/32x20/, red],
	pgm: [/greymap/, gray],
	...{ cal: [/./, black], jbig: [/./, black] },
	...{ pbm: [/bitmap/, black], wbmp: [/./, black], xbm: [/xbm/, black] },
};

describe('convert of pictures', () => {
	it('writes rare formats and reads them back', async () => {
		const formats = Object.keys(rare);
		const steps = formats.flatMap((format) => [
			[format, { operation: 'convert', input: 'flag', output_format: format }] as const,
			[`${format}-back`, { operation: 'convert', input: format, output_format: 'png' }] as const,
		]);
		const job = await client.run(
			{
				flag: { operation: 'import/upload' },
				...Object.fromEntries(steps),
				written: { operation: 'export/url', input: formats },
				back: { operation: 'export/url', input: formats.map((format) => `${format}-back`) },
			},
			{ flag: at('flag.png') },
		);

		const [written, back] = [await download(job, 'written'), await download(job, 'back')];
		const seen = await Promise.all(
			formats.map(async (format, index) => {
				const kind = await kindOf(await write(`out.${format}`, written[index] ?? ''));
				const png = await write(`${format}.png`, back[index] ?? '');
				return [format, { kind, size: await pictureOf(png), colour: await pixel(png) }];
			}),
		);
		const expected = Object.entries(rare).map(([format, [kind, colour]]) => [
			format,
			{ kind: expect.stringMatching(kind), size: 'PNG 32x20', colour },
		]);
		expect(seen).toEqual(expected);
	});

	it('reads old pictures of which there is no writer', async () => {
		const [gimp, playstation, paint] = await Promise.all([
			convert('png', await write('layers.xcf', xcf())),
			convert('png', await write('sprite.tim', tim())),
			convert('png', await write('stripes.mac', mac())),
		]);

		// All layers that are seen, not one of them.
		expect(await pixel(gimp.paths[0], '15,15')).toBe('0,0,255');
		expect(await pixel(gimp.paths[0], '35,25')).toBe('255,0,0');
		expect(await pixel(playstation.paths[0], '1,0')).toBe('0,0,255');
		expect(await pictureOf(paint.paths[0])).toBe('PNG 576x720');
	});

	it('takes the largest picture of an icon', async () => {
		const sizes = ['-size', '16x16', 'xc:red', '(', '-size', '48x48', 'xc:blue', ')'];
		const { paths } = await convert('png', await draw('a.ico', ...sizes));

		expect(await pictureOf(paths[0])).toBe('PNG 48x48');
	});

	it('makes a file of each page, or one of all where the format has pages', async () => {
		const scan = await draw('scan.dcx', '-size', '30x20', 'xc:red', 'xc:blue', 'xc:lime');

		const [single, tiff, pdf] = await Promise.all([
			convert('png', scan),
			convert('tiff', scan),
			convert('pdf', scan),
		]);

		expect(single.names).toEqual(['scan-1.png', 'scan-2.png', 'scan-3.png']);
		expect(await pixel(single.paths[1])).toBe('0,0,255');
		expect(await countOf(tiff.paths[0])).toBe(3);
		expect(pdf.result).toMatchObject({ pages: 3 });
	});

	it('keeps an animation, or says that only its first picture is kept', async () => {
		const moving = await draw('moving.mng', '-delay', '20', '-size', '30x20', 'xc:red', 'xc:blue');

		const [gif, png] = await Promise.all([convert('gif', moving), convert('png', moving)]);

		const { stdout } = await execa('/usr/bin/identify-im6.q16', [
			'-format',
			'%T ',
			gif.paths[0] ?? '',
		]);
		expect(stdout).toBe('20 20 ');
		expect(png.result.warnings).toEqual([
			'File "moving.mng" is animated; only its first picture is taken.',
		]);
	});

	it.each(['gif', 'webp'])(
		'keeps the frames and times of a %s in an animated PNG',
		async (format) => {
			const clip = await drawClip(at('clip.gif'));
			const moving = format === 'gif' ? clip : ((await convert(format, clip)).paths[0] ?? '');
			const { paths, names, result } = await convert('apng', moving, { width: 100 });

			const probe = [
				'-v',
				'error',
				'-show_entries',
				'packet=duration_time:stream=width',
				'-of',
				'csv',
			];
			const { stdout } = await execa('/usr/bin/ffprobe', [...probe, paths[0] ?? '']);
			expect(names).toEqual(['clip.apng']);
			expect(stdout.match(/packet,([\d.]+)/g)?.map((line) => Number(line.slice(7)))).toEqual([
				...[0.1, 0.2, 0.3],
			]);
			expect(stdout).toContain('stream,100');
			expect(result).not.toHaveProperty('warnings');
		},
	);

	it('says that only the first picture of an animated PNG is taken', async () => {
		const apng = await convert('apng', await drawClip(at('first.gif')));
		const { paths, result } = await convert('jpg', apng.paths[0] ?? '');

		expect(await pictureOf(paths[0])).toBe('JPEG 200x120');
		expect(result.warnings).toEqual([expect.stringContaining('is animated')]);
	});

	it('lays what is transparent on white where the format has no transparency', async () => {
		const { paths } = await convert('ppm', at('flag.png'));

		expect(await pixel(paths[0], '25,10')).toBe('255,255,255');
	});
});

describe('convert of what cameras record', () => {
	it('develops a DNG, in the colours of the scene', async () => {
		const { paths, task } = await convert('jpg', fixture('pictures/mill.dng'), { width: 60 });

		expect(await pictureOf(paths[0])).toBe('JPEG 60x40');
		// As the picture that it was made of, but for brightness.
		const scene = await draw('scene.png', fixture('pictures/mill.jpg'), '-resize', '60x40!');
		expect(await difference(scene, paths[0] ?? '')).toBeLessThan(0.2);
		expect(task.engine).toBe('libraw');
	});

	it('makes PDFs, other pictures and thumbnails of it', async () => {
		const file = fixture('pictures/mill.dng');
		const [pdf, heic, small] = await Promise.all([
			convert('pdf', file),
			convert('heic', file),
			operate(client, 'thumbnail', { output_format: 'webp', width: 30 }, [file]),
		]);

		expect(pdf.result).toMatchObject({ pages: 1 });
		expect(await pictureOf(heic.paths[0])).toBe('HEIC 180x120');
		expect(await pictureOf(small.paths[0])).toBe('WEBP 30x20');
	});

	it.each([
		['cut.dng', 5000],
		['head.dng', 200],
	])('refuses %s', async (name, length) => {
		const whole = await readFile(fixture('pictures/mill.dng'));
		const { task } = await convert('png', await write(name, whole.subarray(0, length)));

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});
});

describe('convert of JPEG XL', () => {
	it('keeps each pixel of a JPEG', async () => {
		const file = fixture('pictures/mill.jpg');
		const { paths } = await convert('jxl', file);

		// The very file comes back, which only its own program can do.
		const again = at('again.jpg');
		await execa('/usr/bin/djxl', [paths[0] ?? '', again]);
		expect((await readFile(again)).equals(await readFile(file))).toBe(true);
	});

	it('is as large and as good as asked', async () => {
		const file = fixture('pictures/mill.jpg');
		const [poor, good] = await Promise.all([
			convert('jxl', file, { quality: 10, width: 200 }),
			convert('jxl', file, { quality: 95, width: 200 }),
		]);

		const sizes = await Promise.all(
			[poor, good].map(async ({ paths }) => (await readFile(paths[0] ?? '')).length),
		);
		expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) / 2);
		expect((await execa('/usr/bin/jxlinfo', [good.paths[0] ?? ''])).stdout).toContain('200x133');
	});

	it('becomes other pictures, and says what is lost of an animation', async () => {
		const moving = await draw('moving.gif', '-delay', '20', '-size', '30x20', 'xc:red', 'xc:blue');
		const jxl = await convert('jxl', moving);
		const [png, bmp] = await Promise.all([
			convert('png', jxl.paths[0] ?? ''),
			convert('bmp', jxl.paths[0] ?? '', { width: 15 }),
		]);

		expect(await pixel(png.paths[0])).toBe(red);
		expect(await pictureOf(bmp.paths[0])).toBe('BMP3 15x10');
		expect(png.result.warnings).toEqual([
			'File "moving.jxl" is animated; only its first picture is taken.',
		]);
	});

	it('is refused when it is cut off', async () => {
		const { paths } = await convert('jxl', fixture('pictures/mill.jpg'));
		const cut = (await readFile(paths[0] ?? '')).subarray(0, 2000);
		const { task } = await convert('png', await write('cut.jxl', cut));

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});
});

describe('convert of pictures that are not right', () => {
	it.each([
		['empty.exr', '', 'EMPTY_FILE'],
		['text.dds', 'no picture', 'INVALID_FILE'],
		['script.mvg', 'push graphic-context\nimage over 0,0 0,0 "/etc/passwd"\n', 'INVALID_FILE'],
		[
			'script.msl',
			'<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>',
			'FORMAT_MISMATCH',
		],
		['disguised.xpm', 'push graphic-context\nimage over 0,0 0,0 "/etc/passwd"\n', 'INVALID_FILE'],
		['large.ppm', 'P6\n60000 60000\n255\n', 'INVALID_FILE'],
		['cut.sgi', Buffer.from([1, 0xda, 1, 1, 0, 3]), 'INVALID_FILE'],
		['bomb.png', hugePng(), 'INVALID_FILE'],
	])('refuses %s', async (name, content, code) => {
		const { task } = await convert('psd', await write(name, content));

		expect(task).toMatchObject({ status: 'error', code });
	});

	it('says what the content is where the name says something else', async () => {
		const file = await draw('real.dpx', '-size', '9x9', 'xc:red');
		const { task } = await convert('png', await write('wrong.exr', await readFile(file)));

		expect(task).toMatchObject({
			code: 'FORMAT_MISMATCH',
			message: expect.stringContaining('is named as exr but holds dpx'),
		});
	});
});
