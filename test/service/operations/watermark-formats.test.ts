import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { drawPicture, pictureOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-watermark-formats-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	await drawPicture(at('red.png'), '-size', '40x40', 'xc:red');
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const mark = (file: string, params: Readonly<Record<string, unknown>> = {}) =>
	operate(client, 'watermark', params, [at(file)], { image: at('red.png') });

/** The colour of a pixel of each picture in a file. */
async function pixels(file = '', place = '50,40'): Promise<string[]> {
	const format = `%[fx:round(p{${place}}.r)]%[fx:round(p{${place}}.g)]%[fx:round(p{${place}}.b)]\n`;
	const { stdout } = await execa('/usr/bin/convert-im6.q16', [
		file,
		...['-colorspace', 'sRGB', '-format', format, 'info:'],
	]);
	return stdout.trim().split('\n');
}

const svg = (root: string, inside = '') =>
	`<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" ${root}><rect id="glyph-0-0" width="100" height="80" fill="blue"/>${inside}</svg>`;

describe('watermark of formats that few programs write', () => {
	it.each([
		['heic', 'HEIC'],
		['bmp', 'BMP3'],
		['jp2', 'JP2'],
		['tga', 'TGA'],
		['pcx', 'PCX'],
		['ppm', 'PPM'],
	])('marks %s', async (format, kind) => {
		await drawPicture(at(`a.${format}`), '-size', '100x80', 'xc:blue');
		const { paths, names, result, task } = await mark(`a.${format}`);

		expect(names).toEqual([`a.${format}`]);
		expect(await pictureOf(paths[0])).toBe(`${kind} 100x80`);
		expect(await pixels(paths[0])).toEqual(['100']);
		expect(await pixels(paths[0], '5,5')).toEqual(['001']);
		expect({ result, engine: task.engine }).toMatchObject({
			result: { width: 100, height: 80 },
			engine: 'imagemagick',
		});
	});

	it('marks all pages of a TIFF, or those asked for', async () => {
		await drawPicture(at('scan.tiff'), '-size', '100x80', 'xc:blue', 'xc:lime', 'xc:white');
		const [all, some] = await Promise.all([mark('scan.tiff'), mark('scan.tiff', { pages: '1,3' })]);

		expect(await pixels(all.paths[0])).toEqual(['100', '100', '100']);
		expect(await pixels(all.paths[0], '5,5')).toEqual(['001', '010', '111']);
		expect(await pixels(some.paths[0])).toEqual(['100', '010', '100']);
	});

	it('says that a TIFF has no such page', async () => {
		await drawPicture(at('one.tiff'), '-size', '100x80', 'xc:blue');
		const { task } = await mark('one.tiff', { pages: '2' });

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
	});

	it.each([
		['width="100" height="80"', 'above', '100', '255,0,0'],
		['viewBox="0 0 100 80"', 'above', '100', '255,0,0'],
		['width="200" height="160" viewBox="0 0 100 80"', 'above', '200', '255,0,0'],
		['width="100" height="80"', 'below', '100', '0,0,255'],
	])('marks an SVG with %s, %s', async (root, layer, width, colour) => {
		await writeFile(at('a.svg'), svg(root));
		const { paths, result } = await mark('a.svg', { layer });

		const png = at(`drawn-${width}.png`);
		await execa('/usr/bin/rsvg-convert', ['-o', png, paths[0] ?? '']);
		expect(await pictureOf(png)).toMatch(new RegExp(`^PNG ${width}x`));
		const middle = `${Number(width) / 2},${(Number(width) * 2) / 5}`;
		expect(await pixels(png, middle)).toEqual([colour === '255,0,0' ? '100' : '001']);
		expect(await pixels(png, '3,3')).toEqual(['001']);
		expect(result).toMatchObject({ width: Number(width) });
	});

	it('writes text on an SVG as vectors', async () => {
		await writeFile(at('b.svg'), svg('width="100" height="80"'));
		const { paths, result } = await operate(client, 'watermark', { text: 'Mill' }, [at('b.svg')]);

		const text = await readFile(paths[0] ?? '', 'utf8');
		expect(text).not.toContain('<image');
		expect(text).toContain('id="glyph-0-0"');
		expect(text.match(/id="watermark-glyph/g)?.length).toBeGreaterThan(0);
		expect(result).toMatchObject({ font: { asked: 'Arial' } });
	});

	it.each([
		['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('width="100" height="80"').slice(22)}`],
		['a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9" height="9"></s:svg>'],
	])('refuses an SVG with %s', async (_what, content) => {
		await writeFile(at('c.svg'), content);
		const { task } = await mark('c.svg');

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});
});
