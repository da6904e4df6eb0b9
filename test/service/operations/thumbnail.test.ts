import { mkdtempSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-thumbnail-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	await magick(
		'-size',
		'800x400',
		'xc:white',
		'-fill',
		'red',
		'-draw',
		'rectangle 0,0 399,399',
		at('wide.png'),
	);
	await magick(
		'-size',
		'60x40',
		'xc:none',
		'-fill',
		'blue',
		'-draw',
		'rectangle 0,0 9,39',
		at('small.png'),
	);
	await magick(at('wide.png'), '-rotate', '90', at('turned.jpg'));
	await execa('exiftool', [
		'-q',
		'-overwrite_original',
		'-n',
		'-Orientation=8',
		'-Artist=A. Reed',
		at('turned.jpg'),
	]);
	await magick('-size', '50x50', 'xc:red', 'xc:lime', 'xc:blue', at('colours.gif'));
	await magick('-size', '500x500', 'xc:orange', at('picture.tga'));
	// Three seconds each of red, green and blue.
	const colours = ['red', 'lime', 'blue'].flatMap((colour) => [
		...['-f', 'lavfi', '-i', `color=${colour}:size=320x180:rate=10:duration=3`],
	]);
	const join = ['-filter_complex', '[0:v][1:v][2:v]concat=n=3:v=1[v]', '-map', '[v]'];
	for (const name of ['clip.mp4', 'clip.webm', 'clip.mov', 'clip.mkv', 'clip.avi'])
		await execa('ffmpeg', ['-v', 'error', ...colours, ...join, at(name)]);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const thumbnail = (params: object, ...files: string[]) =>
	operate(client, 'thumbnail', { output_format: 'png', ...params }, files);

/** Format and size, as another program reads them. */
async function look(file = ''): Promise<string> {
	return (await execa('exiftool', ['-s3', '-p', '$FileType $ImageSize', file])).stdout;
}

/** The colour of a pixel, as another program reads it. */
async function pixel(file = '', place = '0,0'): Promise<string> {
	const format = `%[fx:round(255*p{${place}}.r)],%[fx:round(255*p{${place}}.g)],%[fx:round(255*p{${place}}.b)]`;
	return (await magick(file, '-format', format, 'info:')).stdout;
}

function magick(...args: string[]) {
	return execa('/usr/bin/convert-im6.q16', args);
}

describe('thumbnail', () => {
	it.each([
		['png', 'PNG 300x150'],
		['jpg', 'JPEG 300x150'],
		['webp', 'WEBP 300x150'],
	])('makes a small %s of a picture', async (output_format, expected) => {
		const { task, names, paths } = await thumbnail({ output_format }, at('wide.png'));

		expect(task).toMatchObject({ status: 'finished', engine: 'sharp' });
		expect(names).toEqual([`wide.${output_format}`]);
		expect(await look(paths[0])).toBe(expected);
	});

	it.each([
		[{ width: 100 }, '100x50'],
		[{ height: 100 }, '200x100'],
		[{ width: 100, height: 100 }, '100x50'],
		[{ width: 2000, height: 2000 }, '800x400'],
		[{ width: 100, height: 100, fit: 'crop' }, '100x100'],
		[{ width: 100, height: 80, fit: 'scale' }, '100x80'],
		[{ width: 100, fit: 'scale' }, '100x50'],
	])('fits %j', async (params, size) => {
		const { paths } = await thumbnail(params, at('wide.png'));

		expect(await look(paths[0])).toBe(`PNG ${size}`);
	});

	it('turns a photograph upright and says nothing of who took it', async () => {
		const { paths } = await thumbnail({ output_format: 'jpg', width: 100 }, at('turned.jpg'));

		expect(await look(paths[0])).toBe('JPEG 100x50');
		expect([await pixel(paths[0], '10,25'), await pixel(paths[0], '90,25')]).toEqual([
			expect.stringMatching(/^25[0-5],\d,\d$/),
			'255,255,255',
		]);
		expect((await execa('exiftool', ['-Artist', '-Orientation', paths[0] ?? ''])).stdout).toBe('');
	});

	it('puts what is transparent on white in a jpg and keeps it in a png', async () => {
		const jpg = await thumbnail({ output_format: 'jpg' }, at('small.png'));
		const png = await thumbnail({}, at('small.png'));

		expect(await pixel(jpg.paths[0], '50,20')).toBe('255,255,255');
		const alpha = await magick(png.paths[0] ?? '', '-format', '%[fx:p{50,20}.a]', 'info:');
		expect(alpha.stdout).toBe('0');
		expect(await look(png.paths[0])).toBe('PNG 60x40');
	});

	it('makes one thumbnail of an animation, or one of each of its first frames', async () => {
		const one = await thumbnail({ output_format: 'webp' }, at('colours.gif'));
		const two = await thumbnail({ count: 2 }, at('colours.gif'));

		expect(one.names).toEqual(['colours.webp']);
		expect(one.result).not.toHaveProperty('warnings');
		expect(two.names).toEqual(['colours-1.png', 'colours-2.png']);
		expect(await Promise.all(two.paths.map((file) => pixel(file)))).toEqual(['255,0,0', '0,255,0']);
	});

	it.each([
		['pdf/pages-3.pdf', 'poppler', 'PNG 212x300'],
		['pdf/titled-alpha.pdf', 'poppler', /^PNG \d+x300$/],
		['office/report.docx', 'libreoffice', /^PNG \d+x300$/],
		['office/sheets.xlsx', 'libreoffice', /^PNG \d+x\d+$/],
		['office/slides.pptx', 'libreoffice', /^PNG 300x\d+$/],
	])('shows the first page of %s', async (name, engine, expected) => {
		const { task, paths, names } = await thumbnail({}, fixture(name));

		expect(task).toMatchObject({ status: 'finished', engine });
		expect(names).toEqual([`${path.parse(name).name}.png`]);
		expect(await look(paths[0])).toEqual(
			typeof expected === 'string' ? expected : expect.stringMatching(expected),
		);
		const { stdout } = await magick(paths[0] ?? '', '-format', '%k', 'info:');
		expect(Number(stdout)).toBeGreaterThan(5);
	});

	it('shows as many pages as there are, at most', async () => {
		const two = await thumbnail({ count: 2, filename: 'p%02d.png' }, fixture('pdf/pages-12.pdf'));
		const all = await thumbnail({ count: 9 }, fixture('pdf/pages-3.pdf'));

		expect(two.names).toEqual(['p01.png', 'p02.png']);
		expect(all.names).toEqual(['pages-3-1.png', 'pages-3-2.png', 'pages-3-3.png']);
	});

	it('needs the password of a protected file', async () => {
		const without = await thumbnail({}, fixture('pdf/encrypted.pdf'));
		const opened = await thumbnail({ password: 'mill' }, fixture('pdf/encrypted.pdf'));

		expect(without.task).toMatchObject({ status: 'error', code: 'PASSWORD_REQUIRED' });
		expect(opened.task.status).toBe('finished');
	});

	it('asks ImageMagick for what sharp does not read', async () => {
		const { task, paths } = await thumbnail({}, at('picture.tga'));

		expect(task.engine).toBe('imagemagick');
		expect(await look(paths[0])).toBe('PNG 300x300');
	});
});

describe('thumbnail of a video', () => {
	const hues: Readonly<Record<string, RegExp>> = {
		red: /^2[45]\d,\d,\d$/,
		green: /^\d,2[45]\d,\d$/,
		blue: /^\d,\d,2[45]\d$/,
	};

	it.each([
		[undefined, 'red'],
		['1', 'red'],
		['00:00:04.5', 'green'],
		['0:7.25', 'blue'],
		['8.99', 'blue'],
	])('shows the moment %s', async (timestamp, hue) => {
		const { task, paths, names } = await thumbnail({ timestamp, width: 160 }, at('clip.mp4'));

		expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
		expect(names).toEqual(['clip.png']);
		expect(await look(paths[0])).toBe('PNG 160x90');
		expect(await pixel(paths[0], '80,45')).toMatch(hues[hue] ?? /never/);
	});

	it.each(['clip.webm', 'clip.mov', 'clip.mkv', 'clip.avi'])('reads %s', async (name) => {
		const { paths } = await thumbnail({ output_format: 'jpg', timestamp: '4' }, at(name));

		expect(await look(paths[0])).toBe('JPEG 300x169');
		expect(await pixel(paths[0], '80,45')).toMatch(/^\d+,2\d\d,\d+$/);
	});

	it('spreads several over the time that is left', async () => {
		const { paths, names, result } = await thumbnail({ count: 3, timestamp: '0' }, at('clip.mp4'));

		expect(names).toEqual(['clip-1.png', 'clip-2.png', 'clip-3.png']);
		expect(result.timestamps).toEqual([0, 3, 6]);
		const colours = await Promise.all(paths.map((file) => pixel(file, '80,45')));
		expect(colours).toEqual(
			[hues.red, hues.green, hues.blue].map((hue) => expect.stringMatching(hue ?? '')),
		);
	});

	it.each([
		['9', 'the video ends after 9 seconds'],
		['01:00:00', 'the video ends after 9 seconds'],
	])('says that there is nothing at %s', async (timestamp, words) => {
		const { task } = await thumbnail({ timestamp }, at('clip.mp4'));

		expect(task).toMatchObject({
			code: 'INVALID_OPTION',
			message: expect.stringContaining(words),
		});
	});

	it('reads no playlist that is called a video', async () => {
		await writeFile(at('list.avi'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n');
		await writeFile(at('list.mp4'), `ffconcat version 1.0\nfile '${at('clip.mp4')}'\n`);

		for (const name of ['list.avi', 'list.mp4'])
			expect((await thumbnail({}, at(name))).task.code).toBe('INVALID_FILE');
	});

	it('refuses a video that breaks off before its index, and sound without a picture', async () => {
		const whole = await readFile(at('clip.mp4'));
		await writeFile(at('broken.mp4'), whole.subarray(0, 600));
		await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', at('sound.mp4')]);

		for (const name of ['broken.mp4', 'sound.mp4'])
			expect((await thumbnail({}, at(name))).task).toMatchObject({
				status: 'error',
				code: 'INVALID_FILE',
			});
	});
});

describe('a thumbnail that cannot be', () => {
	it.each([
		['notes.zip', 'UNSUPPORTED'],
		['empty.png', 'EMPTY_FILE'],
		['really.png', 'FORMAT_MISMATCH'],
	])('says why: %s', async (name, code) => {
		if (name === 'notes.zip')
			await execa('python3', [
				'-c',
				'import sys,zipfile;zipfile.ZipFile(sys.argv[1],"w").writestr("a","b")',
				at(name),
			]);
		else if (name === 'empty.png') await writeFile(at(name), '');
		else await copyFile(at('turned.jpg'), at(name));

		expect((await thumbnail({}, at(name))).task).toMatchObject({ status: 'error', code });
	});

	it('warns of a timestamp of what is no video', async () => {
		const { result } = await thumbnail({ timestamp: '1' }, at('wide.png'));

		expect(result.warnings).toEqual([
			expect.stringContaining('Parameter "timestamp" has no effect'),
		]);
	});
});
