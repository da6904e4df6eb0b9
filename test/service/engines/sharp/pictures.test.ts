import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { drawPicture, pictureOf } from '../inspect.ts';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
let photo: { path: string; filename: string };
beforeAll(async () => {
	bench = await startBench();
	photo = await draw('photo.jpg', '-size', '200x100', 'gradient:red-blue');
	// On its side: seen upright it is 100 wide and 200 high.
	await execa('/usr/bin/exiftool', [
		'-q',
		'-overwrite_original',
		'-n',
		'-Orientation=6',
		photo.path,
	]);
});
afterAll(() => bench.close());

describe('the picture conversions', () => {
	it.each([
		['png', 'PNG 100x200'],
		['webp', 'WEBP 100x200'],
		['gif', 'GIF 100x200'],
		['tiff', 'TIFF 100x200'],
		['avif', 'HEIC 100x200'],
		['jpg', 'JPEG 100x200'],
	])('make %s of a JPEG, upright', async (output_format, seen) => {
		const { paths, engine } = await bench.run('convert', { output_format }, [photo]);

		expect({ seen: await pictureOf(paths[0]), engine }).toEqual({ seen, engine: 'sharp' });
	});

	it.each([
		[{ width: 50 }, 'PNG 50x100'],
		[{ width: 50, height: 50 }, 'PNG 25x50'],
		[{ width: 50, height: 50, fit: 'crop' }, 'PNG 50x50'],
		[{ width: 50, height: 60, fit: 'scale' }, 'PNG 50x60'],
		[{ width: 5000 }, 'PNG 100x200'],
	])('fit a picture to %j', async (size, seen) => {
		const { paths } = await bench.run('convert', { output_format: 'png', ...size }, [photo]);

		expect(await pictureOf(paths[0])).toBe(seen);
	});

	it('draw an SVG as large as it is wanted, without files it refers to', async () => {
		const svg = await write(
			'drawing.svg',
			'<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="100" height="50"><rect width="100" height="50" fill="#008080"/><image x:href="file:///usr/share/pixmaps/debian-logo.png" width="100" height="50"/></svg>',
		);

		const { paths } = await bench.run('convert', { output_format: 'png', width: 400 }, [svg]);

		const { stdout } = await execa('/usr/bin/identify-im6.q16', [
			'-format',
			'%wx%h %k',
			paths[0] ?? '',
		]);
		expect(stdout).toBe('400x200 1');
	});

	it('put the JPEG itself in a PDF, upright', async () => {
		const { paths, facts } = await bench.run('convert', { output_format: 'pdf' }, [photo]);

		const [pdf = ''] = paths;
		const taken = path.join(bench.folder, 'taken');
		await execa('/usr/bin/pdfimages', ['-j', pdf, taken]);
		const difference = await compare(`${taken}-000.jpg`, photo.path);
		const { stdout } = await execa('/usr/bin/pdfinfo', [pdf]);
		expect({ difference, facts }).toEqual({ difference: '0', facts: { pages: 1 } });
		expect(stdout).toMatch(/Page size: +75 x 150 pts/);
	});

	it('make a page of a PDF of each page of a TIFF', async () => {
		const scan = await draw('scan.tiff', '-size', '60x40', 'xc:red', 'xc:blue', 'xc:green');

		const { facts } = await bench.run('convert', { output_format: 'pdf' }, [scan]);

		expect(facts).toEqual({ pages: 3 });
	});

	it('say what is lost of an animation', async () => {
		const moving = await draw('moving.gif', '-size', '60x40', 'xc:red', 'xc:blue');

		const still = await bench.run('convert', { output_format: 'png' }, [moving]);
		const again = await bench.run('convert', { output_format: 'gif' }, [moving]);

		expect(still.warnings).toEqual([
			'File "moving.gif" is animated; the png file holds only its first picture.',
		]);
		expect(again.warnings).toEqual([]);
	});

	it('refuse a picture that is cut off', async () => {
		const noise = await draw('noise.png', '-size', '300x300', 'plasma:');
		const cut = await write('cut.png', (await readFile(noise.path)).subarray(0, 5000));

		await expect(bench.run('convert', { output_format: 'jpg' }, [cut])).rejects.toMatchObject({
			code: 'INVALID_FILE',
		});
	});
});

async function compare(one: string, other: string): Promise<string> {
	const args = ['-metric', 'AE', one, other, 'null:'];
	const { stderr } = await execa('/usr/bin/compare-im6.q16', args, { reject: false });
	return stderr;
}

async function draw(filename: string, ...args: string[]) {
	return { path: await drawPicture(path.join(bench.folder, filename), ...args), filename };
}

async function write(filename: string, content: string | Uint8Array) {
	const file = path.join(bench.folder, filename);
	await writeFile(file, content);
	return { path: file, filename };
}
