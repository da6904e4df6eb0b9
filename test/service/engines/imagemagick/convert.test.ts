import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawPicture, pictureOf } from '../inspect.ts';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('the conversions of ImageMagick', () => {
	it.each(['heic', 'psd', 'bmp', 'ico', 'tga', 'jp2', 'pcx'])(
		'read and write %s',
		async (format) => {
			const filename = `picture.${format}`;
			const file = await drawPicture(
				path.join(bench.folder, filename),
				'-size',
				'64x32',
				'gradient:',
			);

			const png = await bench.run('convert', { output_format: 'png' }, [{ path: file, filename }]);
			const back = await bench.run('convert', { output_format: format }, [...png.files]);

			expect(png.engine).toBe('imagemagick');
			expect(await pictureOf(png.paths[0])).toBe('PNG 64x32');
			expect(await pictureOf(`${format}:${back.paths[0]}`)).toMatch(/ 64x32$/);
		},
	);

	it.each([
		['max', 'JPEG 20x10'],
		['crop', 'JPEG 20x20'],
		['scale', 'JPEG 20x20'],
	])('fit a picture by %s as sharp does', async (fit, seen) => {
		const file = await drawPicture(path.join(bench.folder, 'a.bmp'), '-size', '64x32', 'gradient:');
		const params = { output_format: 'jpg', width: 20, height: 20, fit, quality: 80 };

		const { paths } = await bench.run('convert', params, [{ path: file, filename: 'a.bmp' }]);

		expect(await pictureOf(paths[0])).toBe(seen);
	});

	it('makes a PDF of a picture that only it can read', async () => {
		const file = await drawPicture(path.join(bench.folder, 'a.psd'), '-size', '64x32', 'gradient:');
		const { facts } = await bench.run('convert', { output_format: 'pdf' }, [
			{ path: file, filename: 'a.psd' },
		]);

		expect(facts).toEqual({ pages: 1 });
	});
});
