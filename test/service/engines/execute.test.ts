import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operations } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Bench, fixtures, startBench } from './run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('execute', () => {
	it('picks an engine for each file of a task', async () => {
		const { files, engine } = await bench.run('convert', { output_format: 'png', width: 60 }, [
			'office/report.docx',
			'pdf/titled-bravo.pdf',
		]);

		expect(files.map((file) => file.filename)).toEqual(['report.png', 'titled-bravo.png']);
		expect(engine).toBe('libreoffice, poppler');
	});

	it('warns of a parameter that has no effect', async () => {
		const { warnings } = await bench.run('convert', { output_format: 'txt', quality: 50 }, [
			'pdf/pages-3.pdf',
		]);

		expect(warnings).toEqual(['Parameter "quality" has no effect when pdf becomes txt.']);
	});

	it.each([
		['empty.docx', '', {}, 'EMPTY_FILE', 'File "empty.docx" is empty.'],
		[
			'picture.docx',
			'\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0002\0\0\0',
			{},
			'FORMAT_MISMATCH',
			'File "picture.docx" is named as docx but holds png; set "input_format" to "png" if that is right.',
		],
		[
			'notes.txt',
			'just text',
			{ input_format: 'pdf' },
			'INVALID_FILE',
			'File "notes.txt" holds no pdf: its content is something else.',
		],
		[
			'song.yaml',
			'title: Song',
			{},
			'UNSUPPORTED',
			expect.stringContaining('File "song.yaml" is yaml and cannot be converted to pdf'),
		],
	])('refuses %s', async (filename, content, params, code, message) => {
		const file = path.join(bench.folder, filename);
		await writeFile(file, content, 'latin1');

		await expect(
			bench.run('convert', { output_format: 'pdf', ...params }, [{ path: file, filename }]),
		).rejects.toMatchObject({ code, message });
	});

	it('goes by the content of a file that has no extension', async () => {
		const file = { path: path.join(fixtures, 'pdf/pages-3.pdf'), filename: 'document' };
		const { files } = await bench.run('convert', { output_format: 'txt' }, [file]);

		expect(files.map(({ filename }) => filename)).toEqual(['document.txt']);
	});
});

describe('the engines', () => {
	it('are all installed here, in a sandbox', () => {
		const known = operations.flatMap(({ engines }) => [...engines]);
		const installed = bench.engines.installed.map(({ name }) => name);

		// RAR's own program is the operator's to bring.
		expect(known.filter((name) => !installed.includes(name) && name !== 'rar')).toEqual([]);
		expect(bench.engines.isolation).toEqual({ sandboxed: true });
	});

	it('offer conversions, the default engine first', () => {
		const toPng = bench.engines.offers.filter(
			(one) =>
				one.operation === 'convert' && one.input_format === 'jpg' && one.output_format === 'png',
		);

		expect(toPng.map(({ engine }) => engine)).toEqual(['sharp', 'imagemagick']);
	});

	it.each([
		['convert', { output_format: 'pdf' }, undefined],
		['convert', { output_format: 'pdf', input_format: 'jpeg' }, undefined],
		['import/url', {}, undefined],
		['merge', { output_format: 'pdf', engine_version: '11' }, undefined],
		['merge', { output_format: 'pdf', engine_version: '99' }, 'engine_version'],
		['merge', { output_format: 'pdf', engine: 'sharp' }, 'engine'],
		['convert', { output_format: 'nonsense' }, 'output_format'],
		['convert', { output_format: 'xlsx', input_format: 'docx' }, 'output_format'],
		['convert', { output_format: 'pdf', input_format: 'docx', engine: 'sharp' }, 'input_format'],
	] as const)('object to %s with %j', (operation, params, parameter) => {
		expect(bench.engines.objection(operation, params)?.parameter).toBe(parameter);
	});
});
