import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pictureOf, picturesIn, textOf } from '../inspect.ts';
import { type Bench, fixtures, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench(2);
});
afterAll(() => bench.close());

describe('the office conversions', () => {
	it.each([
		['office/report.docx', 'Invoice N°4242', 1],
		['office/vector-image.doc', 'Existing Policy', 1],
		['office/sheets.xlsx', 'CharTextSplit', 6],
		['office/sheet.csv', 'Alice', 1],
	])('make a PDF of %s that holds its text', async (file, text, pages) => {
		const { paths, facts, engine } = await bench.run('convert', { output_format: 'pdf' }, [file]);

		expect(await textOf(paths[0])).toContain(text);
		expect({ engine, facts }).toMatchObject({ engine: 'libreoffice', facts: { pages } });
	});

	it('read back what they wrote as ODT', async () => {
		const odt = await bench.run('convert', { output_format: 'odt' }, ['office/report.docx']);
		const [file] = odt.files;
		const pdf = await bench.run('convert', { output_format: 'pdf' }, file ? [file] : []);

		expect(await textOf(pdf.paths[0])).toContain('Invoice N°4242');
	});

	it('keep the columns of a CSV apart, whatever separates them', async () => {
		const csv = await write('semicolons.csv', 'Name;Größe\n"Meier; Otto";1,5\n');

		const ods = await bench.run('convert', { output_format: 'csv' }, [await toOds(csv)]);

		expect(await readFile(ods.paths[0] ?? '', 'utf8')).toBe('Name,Größe\nMeier; Otto,"1,5"\n');
	});

	it('make pictures of pages as large as asked for', async () => {
		const params = { output_format: 'png', pages: '2-3', width: 200 };
		const { files, paths } = await bench.run('convert', params, ['office/pages-3.docx']);

		expect(files.map((file) => file.filename)).toEqual(['pages-3-2.png', 'pages-3-3.png']);
		expect(await pictureOf(paths[0])).toMatch(/^PNG 200x/);
	});

	it('take the pages asked for', async () => {
		const params = { output_format: 'pdf', pages: '3,1' };
		const { paths, facts } = await bench.run('convert', params, ['office/pages-3.docx']);

		expect((await textOf(paths[0])).match(/Page \d/g)).toEqual(['Page 3', 'Page 1']);
		expect(facts).toMatchObject({ pages: 2 });
	});

	it('name the number of pages when a page is not there', async () => {
		const ran = bench.run('convert', { output_format: 'pdf', pages: '4' }, ['office/pages-3.docx']);

		await expect(ran).rejects.toMatchObject({
			code: 'INVALID_OPTION',
			message: 'Parameter "pages" is "4", but "pages-3.docx" has 3 pages and no page 4.',
		});
	});

	it.each([
		[undefined, 'PASSWORD_REQUIRED'],
		['wrong', 'WRONG_PASSWORD'],
	])('refuse a protected document with the password %s', async (password, code) => {
		const params = { output_format: 'pdf', password };
		const ran = bench.run('convert', params, ['office/password-protected.docx']);

		await expect(ran).rejects.toMatchObject({
			code,
			message: expect.stringContaining('set "password"'),
		});
	});

	it('open a protected document with its password', async () => {
		const params = { output_format: 'pdf', password: 'foo' };
		const { facts } = await bench.run('convert', params, ['office/password-protected.docx']);

		expect(facts).toMatchObject({ pages: 1 });
	});

	it('refuse a document that is cut off', async () => {
		const whole = await readFile(path.join(fixtures, 'office/report.docx'));
		const cut = await write('cut.docx', whole.subarray(0, whole.length / 2));

		await expect(bench.run('convert', { output_format: 'pdf' }, [cut])).rejects.toMatchObject({
			code: 'INVALID_FILE',
		});
	});

	it('refuse random bytes under the name of a document', async () => {
		const garbage = await write('garbage.docx', randomBytes(20_000));

		await expect(bench.run('convert', { output_format: 'pdf' }, [garbage])).rejects.toMatchObject({
			code: 'INVALID_FILE',
			message: 'File "garbage.docx" holds no docx: its content is something else.',
		});
	});

	it('fetch nothing that a document links to', async () => {
		const requests: string[] = [];
		const server = createServer((request, response) => {
			requests.push(request.url ?? '');
			response.end();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const text = await readFile(path.join(fixtures, 'hostile/linked-external.fodt'), 'utf8');
		const hostile = await write(
			'linked.fodt',
			text.replace(/file:[^"]+/, `http://127.0.0.1:${port}/picture.png`),
		);

		const { facts } = await bench.run('convert', { output_format: 'pdf' }, [hostile]);
		server.close();

		expect({ facts, requests }).toEqual({ facts: { pages: 1 }, requests: [] });
	});

	it('show no file of the machine that a document links to', async () => {
		const { paths } = await bench.run('convert', { output_format: 'pdf' }, [
			'hostile/linked-external.fodt',
		]);

		expect(await picturesIn(paths[0])).toBe(0);
	});

	it('show the pictures of a presentation', async () => {
		const { paths } = await bench.run('convert', { output_format: 'pdf' }, ['office/slides.pptx']);

		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
	});

	it('work on two files at once, each in a LibreOffice of its own', async () => {
		const files = ['office/pages-12.docx', 'office/sheets.xlsx'];
		const ran = await Promise.all(
			files.map((file) => bench.run('convert', { output_format: 'pdf' }, [file])),
		);

		expect(ran.map(({ facts }) => facts?.pages)).toEqual([12, 6]);
		expect(await readdir(path.join(bench.folder, 'data/engines/libreoffice'))).toHaveLength(2);
	});
});

async function toOds(file: { path: string; filename: string }) {
	const { files } = await bench.run('convert', { output_format: 'ods' }, [file]);
	return files[0] ?? file;
}

async function write(filename: string, content: string | Uint8Array) {
	const file = path.join(bench.folder, filename);
	await writeFile(file, content);
	return { path: file, filename };
}
