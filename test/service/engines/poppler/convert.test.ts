import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { drawPicture, pictureOf } from '../inspect.ts';
import { type Bench, fixtures, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('the conversions of PDFs', () => {
	it.each([
		['png', 'PNG'],
		['jpg', 'JPEG'],
		['webp', 'WEBP'],
		['tiff', 'TIFF'],
	])('make a %s of each page', async (output_format, seen) => {
		const { files, paths } = await bench.run('convert', { output_format }, ['pdf/pages-3.pdf']);

		expect(files.map((file) => file.filename)).toEqual(
			[1, 2, 3].map((page) => `pages-3-${page}.${output_format}`),
		);
		expect(await pictureOf(paths[2])).toBe(`${seen} 930x1316`);
	});

	it('render a page as large as asked for', async () => {
		const params = { output_format: 'png', pages: '2', width: 300, height: 300, fit: 'crop' };
		const { paths } = await bench.run('convert', params, ['pdf/pages-3.pdf']);

		expect(await pictureOf(paths[0])).toBe('PNG 300x300');
	});

	it('number pictures as the client wants', async () => {
		const params = { output_format: 'png', pages: '2-3', width: 50, filename: 'p_%03d.png' };
		const { files } = await bench.run('convert', params, ['pdf/pages-3.pdf']);

		expect(files.map((file) => file.filename)).toEqual(['p_001.png', 'p_002.png']);
	});

	it('take pages from the end', async () => {
		const params = { output_format: 'png', pages: 'r1,2-', width: 50 };
		const { files } = await bench.run('convert', params, ['pdf/pages-3.pdf']);

		expect(files.map((file) => file.filename)).toEqual([
			'pages-3-3.png',
			'pages-3-2.png',
			'pages-3-3-2.png',
		]);
	});

	it('take out the text of the pages asked for', async () => {
		const params = { output_format: 'txt', pages: '2' };
		const { paths } = await bench.run('convert', params, ['pdf/pages-3.pdf']);

		expect((await readFile(paths[0] ?? '', 'utf8')).trim()).toBe('Page 2');
	});

	it('make one HTML file', async () => {
		const { paths } = await bench.run('convert', { output_format: 'html' }, ['pdf/pages-3.pdf']);

		expect(paths).toHaveLength(1);
		expect(await readFile(paths[0] ?? '', 'utf8')).toMatch(/<html[\s\S]*Page.3/i);
	});

	it('say that a scan has no text', async () => {
		const scan = path.join(bench.folder, 'scan.png');
		await drawPicture(scan, '-size', '60x40', 'xc:white');
		const pdf = await bench.run('convert', { output_format: 'pdf' }, [
			{ path: scan, filename: 'scan.png' },
		]);

		const { warnings } = await bench.run('convert', { output_format: 'txt' }, [...pdf.files]);

		expect(warnings).toEqual([
			'File "scan.pdf" has no text; its pages may be pictures, such as scans.',
		]);
	});

	it.each([
		[undefined, 'PASSWORD_REQUIRED'],
		['wrong', 'WRONG_PASSWORD'],
	])('refuse a protected PDF with the password %s', async (password, code) => {
		const params = { output_format: 'txt', password };

		await expect(bench.run('convert', params, [await lock()])).rejects.toMatchObject({ code });
	});

	it('open a protected PDF with its password', async () => {
		const params = { output_format: 'txt', password: 'geheim' };
		const { paths } = await bench.run('convert', params, [await lock()]);

		expect(await readFile(paths[0] ?? '', 'utf8')).toContain('Page 3');
	});
});

async function lock() {
	const file = path.join(bench.folder, 'locked.pdf');
	const source = path.join(fixtures, 'pdf/pages-3.pdf');
	await execa('/usr/bin/qpdf', ['--encrypt', 'geheim', 'owner', '256', '--', source, file]);
	return { path: file, filename: 'locked.pdf' };
}
