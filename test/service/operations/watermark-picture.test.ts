import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-watermark-picture-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	for (const format of ['png', 'jpg', 'webp', 'avif'])
		await execa('/usr/bin/convert-im6.q16', [
			'-size',
			'400x300',
			'xc:white',
			at(`white.${format}`),
		]).catch(() => undefined);
	await magick('-size', '80x40', 'xc:red', at('red.png'));
	await magick(
		'-size',
		'200x100',
		'xc:none',
		'-fill',
		'blue',
		'-draw',
		'rectangle 0,0 99,99',
		at('half.png'),
	);
	await magick('-size', '120x80', 'xc:white', 'xc:yellow', 'xc:blue', at('frames.gif'));
	await magick(at('white.jpg'), '-rotate', '90', at('turned.jpg'));
	await execa('exiftool', [
		...['-q', '-overwrite_original', '-n', '-Orientation=8', '-Artist=A. Reed', at('turned.jpg')],
	]);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const mark = (file: string, params: object) =>
	operate(client, 'watermark', { ...params }, [at(file)]);
const markBy = (file: string, params: object = {}) =>
	operate(client, 'watermark', { ...params }, [at(file)], { image: at('red.png') });

function magick(...args: string[]) {
	return execa('/usr/bin/convert-im6.q16', args);
}

/** Where red is: "width x height + left + top". */
async function whereIsRed(file = ''): Promise<string> {
	const args = ['-background', 'white', '-alpha', 'remove', '-fuzz', '30%', '-fill', 'black'];
	const mask = ['+opaque', 'red', '-fill', 'white', '-opaque', 'red', '-format', '%@'];
	return (await magick(`${file}[0]`, ...args, ...mask, 'info:')).stdout;
}

/** The colour of a pixel, with its opacity. */
async function pixel(file: string, place: string): Promise<string> {
	const format = ['r', 'g', 'b', 'a'].map((channel) => `%[fx:round(255*p{${place}}.${channel})]`);
	return (await magick(file, '-format', format.join(), 'info:')).stdout;
}

describe('watermark on a picture', () => {
	it.each(['png', 'jpg', 'webp'])('puts a picture of its own pixels on a %s', async (format) => {
		const { task, names, paths, result } = await markBy(`white.${format}`, {
			position_vertical: 'bottom',
			position_horizontal: 'right',
			margin_vertical: 20,
			margin_horizontal: 10,
		});

		expect(task).toMatchObject({ status: 'finished', engine: 'sharp' });
		expect(names).toEqual([`white.${format}`]);
		expect(result).toMatchObject({ width: 400, height: 300 });
		expect(await whereIsRed(paths[0])).toMatch(/^8[0-2]x4[0-2]\+3(09|10)\+2(39|40)$/);
	});

	it.each([
		[{ image_width_percent: 50 }, '200x100+100+100'],
		[{ image_width: 100, image_height: 200 }, '100x200+150+50'],
		[{ rotation: 90, position_horizontal: 'left' }, '40x80+25+110'],
	])('heeds %j', async (params, expected) => {
		expect(await whereIsRed((await markBy('white.png', params)).paths[0])).toBe(expected);
	});

	it('writes a text and says in which font', async () => {
		const { paths, result } = await mark('white.png', {
			text: 'HHHH',
			font_width_percent: 90,
			font_color: '#f00',
		});

		expect(result.font).toEqual({ asked: 'Arial', used: 'Liberation Sans' });
		expect(await whereIsRed(paths[0])).toMatch(/^3[2-5]\dx\d\d\+/);
	});

	it('keeps what is transparent, and stands behind what is not', async () => {
		const above = await markBy('half.png', { image_width: 200 });
		const below = await markBy('half.png', { image_width: 200, layer: 'below', opacity: 50 });

		expect(await pixel(above.paths[0] ?? '', '50,50')).toBe('255,0,0,255');
		expect(await pixel(below.paths[0] ?? '', '50,50')).toBe('0,0,255,255');
		expect(await pixel(below.paths[0] ?? '', '150,50')).toMatch(/^255,0,0,12[78]$/);
		expect(
			await pixel((await markBy('half.png', { image_width: 20 })).paths[0] ?? '', '190,50'),
		).toMatch(/,0$/);
	});

	it('marks every frame of an animation', async () => {
		const { paths } = await markBy('frames.gif', { image_width: 40 });

		const { stdout } = await magick(
			...[paths[0] ?? '', '-coalesce', '-format'],
			...['%wx%h %[fx:p{60,40}.r>.8&&p{60,40}.g<.2] %[fx:p{5,5}.b>.8]\n', 'info:'],
		);
		expect(stdout.trim().split('\n')).toEqual(['120x80 1 1', '120x80 1 0', '120x80 1 1']);
	});

	it('stands upright on a photograph that was turned, whose metadata stays', async () => {
		const { paths } = await markBy('turned.jpg', { position_vertical: 'top', margin_vertical: 0 });

		expect(await whereIsRed(paths[0])).toMatch(/^8[0-2]x4[0-2]\+1(59|60)\+0$/);
		const args = ['-s3', '-n', '-p', '$Artist $ImageSize', paths[0] ?? ''];
		expect((await execa('exiftool', args)).stdout).toBe('A. Reed 400 300');
	});

	it('says that a picture has no pages', async () => {
		const { result } = await mark('white.png', { text: 'Draft', pages: '1' });

		expect(result.warnings).toEqual([expect.stringContaining('"pages" has no effect')]);
	});

	it('refuses a damaged picture', async () => {
		await writeFile(at('broken.png'), (await readFile(at('red.png'))).subarray(0, 60));

		expect((await mark('broken.png', { text: 'Draft' })).task.code).toBe('INVALID_FILE');
	});
});
