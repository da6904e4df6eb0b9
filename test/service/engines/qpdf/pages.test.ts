import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { rotationsOf, textOf } from '../inspect.ts';
import { type Bench, fixtures, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('pdf/rotate-pages', () => {
	it.each([
		[{ rotation: '+90', pages: '2' }, [0, 90, 0]],
		[{ rotation: '-90' }, [270, 270, 270]],
		[{ rotation: '180', pages: '1,3' }, [180, 0, 180]],
	])('turns pages by %j', async (params, rotations) => {
		const { paths, facts, engine } = await bench.run('pdf/rotate-pages', params, [
			'pdf/pages-3.pdf',
		]);

		expect(await rotationsOf(paths[0])).toEqual(rotations);
		expect({ facts, engine }).toEqual({ facts: { pages: 3 }, engine: 'qpdf' });
	});

	it('turns to an absolute angle what is turned already', async () => {
		const once = await bench.run('pdf/rotate-pages', { rotation: '+90' }, ['pdf/pages-3.pdf']);
		const twice = await bench.run('pdf/rotate-pages', { rotation: '90' }, [...once.files]);

		expect(await rotationsOf(twice.paths[0])).toEqual([90, 90, 90]);
	});

	it('repairs a PDF with faults and says so', async () => {
		const { facts, warnings } = await bench.run('pdf/rotate-pages', { rotation: '90' }, [
			'hostile/bad3.pdf',
		]);

		expect(facts).toEqual({ pages: 1 });
		expect(warnings).toContain(
			'File "bad3.pdf" does not follow the PDF standard; its faults were repaired.',
		);
	});

	it('refuses what is no PDF, naming its format', async () => {
		const ran = bench.run('pdf/rotate-pages', { rotation: '90' }, ['office/report.docx']);

		await expect(ran).rejects.toMatchObject({
			code: 'FORMAT_MISMATCH',
			message:
				'File "report.docx" is docx, but pdf/rotate-pages works on PDFs; convert it to pdf first.',
		});
	});

	it('refuses a protected PDF', async () => {
		const locked = await lock();

		await expect(bench.run('pdf/rotate-pages', { rotation: '90' }, [locked])).rejects.toMatchObject(
			{ code: 'PASSWORD_REQUIRED' },
		);
	});

	it('refuses a PDF of which only the first line is left', async () => {
		const file = path.join(bench.folder, 'stub.pdf');
		await writeFile(file, '%PDF-1.7\n');

		await expect(
			bench.run('pdf/rotate-pages', { rotation: '90' }, [{ path: file, filename: 'stub.pdf' }]),
		).rejects.toMatchObject({ code: 'INVALID_FILE' });
	});
});

describe('pdf/extract-pages', () => {
	it('takes pages in the order asked for', async () => {
		const { paths, facts } = await bench.run('pdf/extract-pages', { pages: '3,1-2' }, [
			'pdf/pages-3.pdf',
		]);

		expect((await textOf(paths[0])).match(/Page \d/g)).toEqual(['Page 3', 'Page 1', 'Page 2']);
		expect(facts).toEqual({ pages: 3 });
	});

	it.each([
		['2-', ['2', '3']],
		['r1', ['3']],
		['r2-,1', ['2', '3', '1']],
		['1-r3', ['1']],
	])('takes the pages %s of three', async (pages, found) => {
		const { paths } = await bench.run('pdf/extract-pages', { pages }, ['pdf/pages-3.pdf']);

		expect((await textOf(paths[0])).match(/(?<=Page )\d/g)).toEqual(found);
	});

	it.each([
		['5-', 'has 3 pages and no page 5'],
		['r4', 'has 3 pages and no page r4'],
		['3-r2', 'has 3 pages, where "3-r2" ends before it begins'],
	])('says what is wrong with the pages %s of three', async (pages, words) => {
		const ran = bench.run('pdf/extract-pages', { pages }, ['pdf/pages-3.pdf']);

		await expect(ran).rejects.toMatchObject({
			code: 'INVALID_OPTION',
			message: `Parameter "pages" is "${pages}", but "pages-3.pdf" ${words}.`,
		});
	});

	it('refuses to make a document of more pages than any has', async () => {
		const pages = (times: number) => Array.from({ length: times }, () => '1-').join();
		const long = await bench.run('pdf/extract-pages', { pages: pages(1000) }, ['pdf/pages-12.pdf']);
		const longer = bench.run('pdf/extract-pages', { pages: pages(9) }, [...long.files]);

		expect(long.facts).toEqual({ pages: 12_000 });
		await expect(longer).rejects.toMatchObject({
			code: 'INVALID_OPTION',
			message: expect.stringContaining('it must select at most 100000 pages'),
		});
	});

	it('names parameter and page count when a page is not there', async () => {
		const ran = bench.run('pdf/extract-pages', { pages: '2-4' }, ['pdf/pages-3.pdf']);

		await expect(ran).rejects.toMatchObject({
			code: 'INVALID_OPTION',
			message: 'Parameter "pages" is "2-4", but "pages-3.pdf" has 3 pages and no page 4.',
		});
	});

	it('gives files of the same name names of their own', async () => {
		const { files, facts } = await bench.run('pdf/extract-pages', { pages: '1' }, [
			'pdf/pages-3.pdf',
			'pdf/pages-3.pdf',
		]);

		expect(files.map((file) => file.filename)).toEqual(['pages-3.pdf', 'pages-3-2.pdf']);
		expect(facts).toEqual({ pages: 2 });
	});
});

async function lock() {
	const file = path.join(bench.folder, 'locked.pdf');
	const source = path.join(fixtures, 'pdf/pages-3.pdf');
	await execa('/usr/bin/qpdf', ['--encrypt', 'user', 'owner', '256', '--', source, file]);
	return { path: file, filename: 'locked.pdf' };
}
