import { operations, z } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../harness/start-service.ts';

const rows = z.object({
	data: z.array(
		z.looseObject({
			operation: z.string(),
			input_format: z.string().nullable(),
			output_format: z.string().nullable(),
			engine: z.string().nullable(),
			engine_version: z.string().nullable(),
			alternatives: z.boolean(),
			options: z.array(z.looseObject({ name: z.string() })).optional(),
		}),
	),
});
let service: TestService;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.stop());

async function list(query: string, path = '/v2/operations') {
	const response = await fetch(`${service.url}${path}?${query}`);
	return rows.parse(await response.json()).data;
}

const of = (operation: string, more = '') => list(`filter[operation]=${operation}${more}`);

describe('GET /v2/operations', () => {
	it('has a row for each operation, by engines that are installed', async () => {
		const all = await list('alternatives=true');

		expect([...new Set(all.map(({ operation }) => operation))]).toEqual(
			operations.map(({ name }) => name),
		);
		const health = await (await fetch(`${service.url}/health`)).json();
		const installed = new Map(
			health.engines.map((one: { name: string; version: string }) => [one.name, one.version]),
		);
		const wrong = all.filter(
			({ engine, engine_version }) => engine !== null && installed.get(engine) !== engine_version,
		);
		expect(wrong).toEqual([]);
	});

	it('has one default engine for each pair of formats', async () => {
		const all = await list('');

		const keys = all
			.filter(({ operation }) => operation !== 'command')
			.map((row) => `${row.operation} ${row.input_format} ${row.output_format}`);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it.each([
		['archive', ['output_format', 'engine'], ['zip archivetool', '7z 7zip', 'rar archivetool']],
		[
			'archive/extract',
			['input_format', 'engine'],
			['rar libarchive', '7z 7zip', 'docx libarchive'],
		],
		[
			'thumbnail',
			['input_format', 'output_format', 'engine'],
			['mp4 webp ffmpeg', 'docx png libreoffice', 'jpg jpg sharp'],
		],
		[
			'optimize',
			['input_format', 'output_format', 'engine'],
			['pdf pdf ghostscript', 'svg svg svgo'],
		],
		[
			'watermark',
			['input_format', 'output_format', 'engine'],
			['pdf pdf pdf-lib', 'mp4 mp4 ffmpeg'],
		],
		['merge', ['input_format', 'output_format', 'engine'], ['pdf pdf qpdf', 'docx pdf qpdf']],
		['command', ['input_format', 'engine'], [' ffmpeg', ' imagemagick', ' graphicsmagick']],
		['capture-website', ['output_format', 'engine'], ['pdf chrome', 'webp chrome']],
		['pdf/ocr', ['input_format', 'engine'], ['pdf tesseract']],
	])('tells the formats of %s', async (operation, keys, expected) => {
		const found = (await of(operation)).map((row) => keys.map((key) => row[key] ?? '').join(' '));

		expect(found).toEqual(expect.arrayContaining(expected));
	});

	it('knows formats by their other names, and alternatives when asked', async () => {
		const pair = '&filter[input_format]=JPEG&filter[output_format]=png';

		expect((await of('convert', pair)).map(({ engine }) => engine)).toEqual(['sharp']);
		expect((await of('convert', `${pair}&alternatives=1`)).map(({ engine }) => engine)).toEqual(
			expect.arrayContaining(['sharp', 'imagemagick']),
		);
	});

	it('lists with a conversion the options that it heeds, and no others', async () => {
		const names = async (from: string, to: string) => {
			const pair = `&filter[input_format]=${from}&filter[output_format]=${to}&include=options`;
			const [row] = await of('convert', pair);
			return row?.options?.map(({ name }) => name);
		};

		expect(await names('jpg', 'webp')).toEqual(
			expect.arrayContaining(['width', 'quality', 'timeout']),
		);
		expect(await names('zip', '7z')).toContain('password');
		expect(await names('zip', '7z')).not.toContain('width');
	});

	it('lists conversions under their old address too', async () => {
		const query = 'filter[input_format]=docx';

		expect(await list(query, '/v2/convert/formats')).toEqual(await of('convert', `&${query}`));
	});
});
