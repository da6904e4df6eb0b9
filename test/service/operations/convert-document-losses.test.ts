import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const convert = (file: string, params: Readonly<Record<string, unknown>> = {}) =>
	operate(client, 'convert', { output_format: 'pdf', ...params }, [file]);

const fontsOf = (pdf: string) => execFileSync('/usr/bin/pdffonts', [pdf], { encoding: 'utf8' });

describe('a document whose fonts are not installed', () => {
	it.each([
		['scripts/start/invoice.docx', { Calibri: 'Carlito' }],
		['test/fixtures/office/sheets.xlsx', { Calibri: 'Carlito' }],
		['test/fixtures/office/pages-3.docx', { Arial: 'Liberation Sans' }],
	])('says which took their place in the PDF of %s', async (file, substituted) => {
		const { result, paths } = await convert(path.join(import.meta.dirname, '../../..', file));

		expect(result.fonts_substituted).toEqual(substituted);
		for (const font of Object.values(substituted))
			expect(fontsOf(paths[0] ?? '')).toContain(font.replaceAll(' ', ''));
	});

	it('says so of its pictures too', async () => {
		const { result } = await convert(fixture('office/pages-3.docx'), {
			output_format: 'png',
			pages: '1',
			width: 100,
		});

		expect(result.fonts_substituted).toEqual({ Arial: 'Liberation Sans' });
	});

	it('says nothing where every font is installed', async () => {
		const file = path.join(client.data, 'installed.rtf');
		await writeFile(file, '{\\rtf1{\\fonttbl{\\f0\\fswiss Liberation Sans;}}\\f0 Mill.}');
		const { task, result, paths } = await convert(file);

		expect(task.status).toBe('finished');
		expect(fontsOf(paths[0] ?? '')).toContain('LiberationSans');
		expect(result).not.toHaveProperty('fonts_substituted');
	});
});

it('warns of pictures that lie outside the document', async () => {
	const { task, result } = await convert(fixture('hostile/linked-external.fodt'));

	expect(task.status).toBe('finished');
	expect(result.warnings).toEqual([
		expect.stringMatching(/^"linked-external.fodt" shows \d+ pictures? that lies? elsewhere/),
	]);
});
