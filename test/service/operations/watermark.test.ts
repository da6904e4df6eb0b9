import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { drawSigned } from '../../harness/draw-pdfs.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { pagesOf, protectionOf } from '../../harness/read-pdf.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-watermark-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	await magick('-size', '100x50', 'xc:red', at('red.png'));
	await magick(
		'-size',
		'100x50',
		'xc:none',
		'-fill',
		'blue',
		'-draw',
		'rectangle 0,0 49,49',
		at('half.png'),
	);
	await magick(at('red.png'), '-rotate', '90', at('turned.jpg'));
	await execa('exiftool', ['-q', '-overwrite_original', '-n', '-Orientation=8', at('turned.jpg')]);
	await writeFile(
		at('red.svg'),
		'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"><rect width="10" height="5" fill="#f00"/></svg>',
	);
	await drawPages();
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

/** Two pages of 300 by 200 points with a blue square in the middle; then the same cropped, turned in all ways. */
async function drawPages(): Promise<void> {
	const pdf = await PDFDocument.create();
	const content = pdf.context.register(pdf.context.flateStream('0 0 1 rg 120 70 60 60 re f'));
	for (const angle of [0, 90, 180, 270]) {
		const page = pdf.addPage([300, 200]);
		page.node.set(PDFName.of('Contents'), content);
		page.node.set(PDFName.of('Rotate'), pdf.context.obj(angle));
		page.setCropBox(50, 25, 200, 150);
	}
	await writeFile(at('turned.pdf'), await pdf.save());
	const plain = await PDFDocument.create();
	for (let page = 0; page < 2; page++) {
		const { node } = plain.addPage([300, 200]);
		node.set(
			PDFName.of('Contents'),
			plain.context.register(plain.context.flateStream('0 0 1 rg 120 70 60 60 re f')),
		);
	}
	await writeFile(at('plain.pdf'), await plain.save());
}

const mark = (params: object, file = at('plain.pdf')) =>
	operate(client, 'watermark', { ...params }, [file]);
const markBy = (image: string, params: object = {}, file = at('plain.pdf')) =>
	operate(client, 'watermark', { ...params }, [file], { image });

function magick(...args: string[]) {
	return execa('/usr/bin/convert-im6.q16', args);
}

/** Where a colour is on a page, at 72 dots per inch: "width x height + left + top"; undefined where it is nowhere. */
async function whereIs(colour: string, file = '', page = 1): Promise<string | undefined> {
	const picture = at(`page-${page}`);
	await execa('/usr/bin/pdftoppm', [
		...['-png', '-r', '72', '-cropbox', '-singlefile', '-f', `${page}`, file, picture],
	]);
	const args = ['-fuzz', '30%', '-fill', 'black', '+opaque', colour, '-fill', 'white'];
	const { stdout } = await magick(
		`${picture}.png`,
		...args,
		'-opaque',
		colour,
		'-format',
		'%@ %[fx:mean]',
		'info:',
	);
	const [box, mean] = stdout.split(' ');
	return mean === '0' ? undefined : box;
}

/** The colour of a pixel at 72 dots per inch. */
async function pixel(file = '', place = '0,0', page = 1): Promise<string> {
	const picture = at(`pixel-${page}`);
	await execa('/usr/bin/pdftoppm', [
		...['-png', '-r', '72', '-cropbox', '-singlefile', '-f', `${page}`, file, picture],
	]);
	const format = ['r', 'g', 'b'].map((channel) => `%[fx:round(255*p{${place}}.${channel})]`);
	return (await magick(`${picture}.png`, '-format', format.join(), 'info:')).stdout;
}

describe('watermark of a text', () => {
	it('stands on all pages and can be read', async () => {
		const before = await pagesOf(fixture('pdf/pages-3.pdf'));

		const { task, names, paths, result } = await mark(
			{ text: 'Draft – für Ålesund' },
			fixture('pdf/pages-3.pdf'),
		);

		expect(task).toMatchObject({ status: 'finished', engine: 'pdf-lib' });
		expect(names).toEqual(['pages-3.pdf']);
		expect(result).toMatchObject({ pages: 3, pages_marked: 3 });
		const after = await pagesOf(paths[0]);
		for (const [index, text] of after.entries()) {
			expect(text).toContain('Draft – für Ålesund');
			for (const word of before[index]?.split(' ') ?? []) expect(text).toContain(word);
		}
	});

	it('stands only on the pages asked for', async () => {
		const { paths, result } = await mark(
			{ text: 'WATERMARK', pages: '1,3-4,r1,1' },
			fixture('pdf/pages-12.pdf'),
		);

		expect(result.pages_marked).toBe(4);
		const marked = (await pagesOf(paths[0])).map((text) => text.includes('WATERMARK'));
		expect(marked.flatMap((is, index) => (is ? [index + 1] : []))).toEqual([1, 3, 4, 12]);
	});

	it.each([
		[{}, { x: [90, 210], y: [80, 120] }],
		[{ position_vertical: 'top' }, { x: [90, 210], y: [25, 70] }],
		[
			{ position_vertical: 'bottom', margin_vertical: 5 },
			{ x: [90, 210], y: [155, 195] },
		],
		[
			{ position_horizontal: 'left', margin_horizontal: 0 },
			{ x: [0, 120], y: [80, 120] },
		],
		[
			{ position_horizontal: 'right', position_vertical: 'top' },
			{ x: [155, 275], y: [25, 70] },
		],
	])('stands where %j says', async (params, { x, y }) => {
		const { paths } = await mark({ text: 'MARK', font_color: '#f00', ...params });

		const [, width, height, left, top] =
			/^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec((await whereIs('red', paths[0])) ?? '')?.map(Number) ?? [];
		expect(left).toBeGreaterThanOrEqual(x[0] ?? 0);
		expect((left ?? 0) + (width ?? 0)).toBeLessThanOrEqual(x[1] ?? 0);
		expect(top).toBeGreaterThanOrEqual(y[0] ?? 0);
		expect((top ?? 0) + (height ?? 0)).toBeLessThanOrEqual(y[1] ?? 0);
	});

	it.each([
		['Arial', 'Liberation Sans', 'LiberationSans'],
		['Helvetica Narrow BoldOblique', /Narrow Bold/, /Narrow-Bold/],
		['Times New Roman Bold Italic', 'Liberation Serif Bold Italic', 'LiberationSerif-BoldItalic'],
		['Courier New', 'Liberation Mono', 'LiberationMono'],
		['Verdana Bold', 'DejaVu Sans Bold', 'DejaVuSans-Bold'],
		['Andale Mono', 'DejaVu Sans Mono', 'DejaVuSansMono'],
	])('writes in a font for %s that is installed', async (font_name, used, embedded) => {
		const { paths, result } = await mark({ text: 'Waterfall', font_name });

		expect(result.font).toEqual({
			asked: font_name,
			used: typeof used === 'string' ? used : expect.stringMatching(used),
		});
		const { stdout } = await execa('/usr/bin/pdffonts', [paths[0] ?? '']);
		expect(stdout).toMatch(embedded);
		expect(stdout).toMatch(/CID (TrueType|Type 0C).* yes (yes|no) +yes /);
		expect((await pagesOf(paths[0]))[0]).toBe('Waterfall');
	});

	it('takes a font that has the letters', async () => {
		const { paths, result } = await mark({ text: 'ჩანჩქერი', font_name: 'Times New Roman' });

		expect(result.font).toMatchObject({ used: expect.stringContaining('DejaVu') });
		expect((await pagesOf(paths[0]))[0]).toBe('ჩანჩქერი');
		expect(result).not.toHaveProperty('warnings');
	});

	it.each(['Waterfall and company שלום', 'مرحبا', 'Café Ω Ж'])(
		'writes %s in its direction',
		async (text) => {
			const { paths } = await mark({ text, font_size: 20 });

			const [page = ''] = await pagesOf(paths[0]);
			expect(page.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).toBe(text);
		},
	);

	it('says which letters no font has', async () => {
		const { result } = await mark({ text: 'A\u{13000}' });

		expect(result.warnings).toEqual([expect.stringContaining('"\u{13000}"')]);
	});

	it('takes as much of the width as is asked for', async () => {
		const { paths } = await mark({ text: 'HHH', font_color: '#ff0000', font_width_percent: 80 });

		const width = Number((await whereIs('red', paths[0]))?.split('x')[0]);
		expect(width).toBeGreaterThan(215);
		expect(width).toBeLessThanOrEqual(241);
	});

	it('aligns the lines of a text', async () => {
		const lefts = [];
		for (const font_align of ['left', 'center', 'right']) {
			const text = 'HHHHHH\nI';
			const { paths } = await mark({ text, font_align, font_size: 30, font_color: '#ff0000' });
			const { stdout } = await execa('/usr/bin/pdftotext', ['-bbox', paths[0] ?? '', '-']);
			lefts.push(Number(/xMin="([\d.]+)"[^>]*>I</.exec(stdout)?.[1]));
		}
		const [left = 0, center = 0, right = 0] = lefts;
		expect(center - left).toBeGreaterThan(40);
		expect(right - center).toBeCloseTo(center - left, 0);
	});

	it('is drawn once for all pages', async () => {
		const { paths } = await mark({ text: 'Draft', opacity: 20 }, fixture('pdf/pages-12.pdf'));

		const { stdout } = await execa('/usr/bin/qpdf', [
			'--json=2',
			'--json-key=qpdf',
			paths[0] ?? '',
		]);
		expect(stdout.match(/"\/Subtype": "\/Form"/g)).toHaveLength(1);
	});
});

describe('watermark of a picture', () => {
	it.each([
		[{}, '100x50+100+75'],
		[{ image_width: 50 }, '50x25+125+88'],
		[{ image_height: 100 }, '200x100+50+50'],
		[{ image_width: 40, image_height: 80 }, '40x80+130+60'],
		[{ image_width_percent: 50 }, '150x75+75+62'],
		[{ position_horizontal: 'left', position_vertical: 'top' }, '100x50+25+25'],
		[
			{
				position_horizontal: 'right',
				position_vertical: 'bottom',
				margin_vertical: 10,
				margin_horizontal: 0,
			},
			'100x50+200+140',
		],
		[{ rotation: 90, position_vertical: 'top', margin_vertical: 0 }, '50x100+125+0'],
	])('stands as %j says', async (params, expected) => {
		const own = Object.keys(params).some((name) => name.startsWith('image_'));
		const { paths } = await markBy(at('red.png'), params);

		expect([own, closeTo(await whereIs('red', paths[0]), expected)]).toEqual([own, true]);
	});

	it.each(['turned.jpg', 'red.svg'])('may be %s', async (name) => {
		const { task, paths } = await markBy(at(name), { image_width: 100 });

		expect(task.status).toBe('finished');
		expect(closeTo(await whereIs('red', paths[0]), '100x50+100+75')).toBe(true);
	});

	it('may be a PDF, cropped and turned as it is seen', async () => {
		const { paths } = await markBy(
			at('turned.pdf'),
			{ image_width: 200 },
			fixture('pdf/pages-3.pdf'),
		);

		expect(await whereIs('blue', paths[0])).toMatch(/^6\dx6\d\+/);
	});

	it('lets through what is transparent in it, and all of it by its opacity', async () => {
		const see = await markBy(at('half.png'), { image_width: 100 });
		const faint = await markBy(at('red.png'), { image_width: 200, opacity: 50 });

		expect(await pixel(see.paths[0], '110,90')).toBe('0,0,255');
		expect(await pixel(see.paths[0], '190,90')).toBe('255,255,255');
		expect(await pixel(faint.paths[0], '70,100')).toMatch(/^255,12[78],12[78]$/);
		expect(await pixel(faint.paths[0], '150,100')).toMatch(/^12[78],0,12[78]$/);
	});

	it('lies above or below what is on the page', async () => {
		const above = await markBy(at('red.png'), { image_width: 200 });
		const below = await markBy(at('red.png'), { image_width: 200, layer: 'below' });

		expect(await pixel(above.paths[0], '150,100')).toBe('255,0,0');
		expect(await pixel(below.paths[0], '150,100')).toBe('0,0,255');
		expect(await pixel(below.paths[0], '70,100')).toBe('255,0,0');
	});

	it('stands upright in the same corner of what is seen of turned and cropped pages', async () => {
		const { paths } = await markBy(
			at('red.png'),
			{
				image_width: 40,
				position_vertical: 'top',
				position_horizontal: 'left',
				margin_vertical: 10,
				margin_horizontal: 20,
			},
			at('turned.pdf'),
		);

		for (const page of [1, 2, 3, 4])
			expect([page, await whereIs('red', paths[0], page)]).toEqual([page, '40x20+20+10']);
	});
});

describe('watermark and what a PDF is', () => {
	it('keeps restrictions, and needs the password', async () => {
		await execa('/usr/bin/qpdf', [
			...[
				'--encrypt',
				'',
				'owner',
				'256',
				'--extract=n',
				'--',
				at('plain.pdf'),
				at('restricted.pdf'),
			],
		]);

		const { task, paths } = await mark({ text: 'Draft' }, at('restricted.pdf'));
		const locked = await mark({ text: 'Draft' }, fixture('pdf/encrypted.pdf'));

		expect(task.status).toBe('finished');
		expect(await protectionOf(paths[0])).toContain('copy:no');
		expect(locked.task).toMatchObject({ status: 'error', code: 'PASSWORD_REQUIRED' });
	});

	it('says that signatures no longer hold', async () => {
		const { result } = await mark({ text: 'Draft' }, await drawSigned(folder));

		expect(result.warnings).toEqual([expect.stringContaining('signatures of "signed.pdf"')]);
	});

	it('says what has no effect', async () => {
		const { result } = await mark({ text: 'Draft', image_width: 10 });

		expect(result.warnings).toEqual([
			'Parameter "image_width" has no effect where "text" is the watermark.',
		]);
	});

	it('names what cannot be marked, and what cannot be a mark', async () => {
		const data = await mark({ text: 'Draft' }, fixture('office/sheet.csv'));
		const other = await mark({ text: 'Draft', engine: 'sharp' });
		const table = await markBy(fixture('office/sheet.csv'));
		const page = await mark({ text: 'Draft', pages: '3' });

		expect(data.task).toMatchObject({
			code: 'UNSUPPORTED',
			message: expect.stringContaining('watermark works on pdf, jpg'),
		});
		expect(table.task).toMatchObject({
			code: 'FORMAT_MISMATCH',
			message: expect.stringContaining('png, jpg'),
		});
		expect(page.task).toMatchObject({ code: 'INVALID_OPTION' });
		expect(other.task).toMatchObject({
			code: 'UNSUPPORTED',
			message: expect.stringContaining('only engine "pdf-lib"'),
		});
	});

	it('refuses a damaged picture', async () => {
		await writeFile(at('broken.png'), (await readFile(at('red.png'))).subarray(0, 60));

		expect((await markBy(at('broken.png'))).task).toMatchObject({
			code: 'INVALID_FILE',
			message: expect.stringContaining('"broken.png"'),
		});
	});

	it.each([
		[{}, 'text'],
		[{ text: 'a', image: 'import-1' }, 'image'],
		[{ text: 'a', font_color: 'red' }, 'font_color'],
		[{ text: 'a', font_name: 'Comic Sans' }, 'font_name'],
		[{ text: 'a', opacity: 101 }, 'opacity'],
	])('refuses %j before it starts', async (params, parameter) => {
		const work = { operation: 'watermark', input: 'import-1', ...params };
		const { status, text } = await client.request('POST', '/v2/jobs', {
			body: { tasks: { 'import-1': { operation: 'import/upload' }, work } },
		});

		expect([status, text]).toEqual([422, expect.stringContaining(`tasks.work.${parameter}`)]);
	});
});

/** Whether two boxes are the same but for a pixel. */
function closeTo(box = '', expected: string): boolean {
	const [a, b] = [box, expected].map((one) => one.split(/[x+]/).map(Number));
	return expected
		.split(/[x+]/)
		.every((_, index) => Math.abs((a?.[index] ?? 1e9) - (b?.[index] ?? 0)) <= 1);
}
