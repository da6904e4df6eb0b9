import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { drawPicture, picturesIn, textOf } from './inspect.ts';
import { type Bench, startBench } from './run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('merge', () => {
	it('joins a document, a picture and a PDF in their order', async () => {
		const picture = path.join(bench.folder, 'red.png');
		await drawPicture(picture, '-size', '60x40', 'xc:red');

		const { paths, facts, files, engine } = await bench.run(
			'merge',
			{ output_format: 'pdf', filename: 'all.pdf' },
			['office/report.docx', { path: picture, filename: 'red.png' }, 'pdf/pages-3.pdf'],
		);

		const pages = (await textOf(paths[0])).split('\f');
		expect(pages[0]).toContain('Invoice N°4242');
		expect(pages.slice(1, 5).map((page) => page.trim())).toEqual([
			'',
			'Page 1',
			'Page 2',
			'Page 3',
		]);
		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
		expect({ facts, engine, names: files.map((file) => file.filename) }).toEqual({
			facts: { pages: 5, inputs: 3 },
			engine: 'qpdf',
			names: ['all.pdf'],
		});
	});

	it('marks where each file begins by its title or its name', async () => {
		const { paths } = await bench.run('merge', { output_format: 'pdf' }, [
			'pdf/pages-3.pdf',
			'office/report.docx',
			'pdf/titled-bravo.pdf',
		]);

		const { stdout } = await execa('/usr/bin/mutool', ['show', paths[0] ?? '', 'outline']);
		expect(stdout.match(/"[^"]*"\s+#page=\d+/g)?.map((line) => line.split(/\s+/))).toEqual([
			['"pages-3"', '#page=1'],
			['"report"', '#page=4'],
			['"Bravo"', '#page=5'],
		]);
	});

	it('takes the same file twice', async () => {
		const { facts } = await bench.run('merge', { output_format: 'pdf' }, [
			'pdf/pages-3.pdf',
			'pdf/pages-3.pdf',
		]);

		expect(facts).toEqual({ pages: 6, inputs: 2 });
	});
});
