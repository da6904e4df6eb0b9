import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import sharp from 'sharp';
import { pictureOf } from '../engines/inspect.ts';
import { type CaptureSite, startCaptureSite } from './capture-site.ts';

let here: CaptureSite;
const take: CaptureSite['take'] = (...args) => here.take(...args);

beforeAll(async () => {
	here = await startCaptureSite();
});

afterAll(() => here?.stop());

describe('capture-website as picture', () => {
	it.each([
		['png', 'PNG'],
		['jpg', 'JPEG'],
		['webp', 'WEBP'],
	])('photographs the whole page as %s', async (output_format, format) => {
		const { paths, result } = await take('/tall', { output_format, screen_width: 500 });

		expect(await pictureOf(paths[0])).toBe(`${format} 500x3000`);
		expect(await colorAt(paths[0], 250, 2990)).toMatch(/#0000F[DEF]/);
		expect(result).toMatchObject({ width: 500, height: 3000 });
	});

	it('photographs one screen, zoomed', async () => {
		const params = { screen_width: 600, screen_height: 400, zoom: 2 };
		const { paths } = await take('/', { output_format: 'png', ...params });

		expect(await pictureOf(paths[0])).toBe('PNG 600x400');
	});

	it('ends where pictures must end, and says so', async () => {
		const params = { output_format: 'png', screen_width: 100 };
		const { paths, result } = await take('/endless', params);

		// ImageMagick reads no picture as long as that.
		const lowest = sharp(paths[0]).extract({ left: 50, top: 16_383, width: 1, height: 1 });
		expect(await sharp(paths[0]).metadata()).toMatchObject({ width: 100, height: 16_384 });
		expect([...(await lowest.removeAlpha().raw().toBuffer())]).toEqual([0, 0, 255]);
		expect(result.warnings).toEqual([expect.stringMatching(/ends after 16384 pixels/)]);
	});

	it('says which parameters have no effect', async () => {
		const params = { output_format: 'png', page_format: 'a5', margin_top: 3, pages: '1' };
		const picture = await take('/', params);
		const pdf = await take('/', { screen_width: 800 });

		expect(picture.result.warnings).toEqual(
			['pages', 'page_format', 'margin_top'].map(
				(name) => `Parameter "${name}" has no effect on png.`,
			),
		);
		expect(pdf.result.warnings).toEqual(['Parameter "screen_width" has no effect on pdf.']);
	});
});

async function colorAt(file = '', x = 0, y = 0): Promise<string> {
	const crop = ['-crop', `1x1+${x}+${y}`, '-depth', '8', '-format', '%[hex:p{0,0}]', 'info:-'];
	const { stdout } = await execa('/usr/bin/convert-im6.q16', [file, ...crop]);
	return `#${stdout}`;
}
