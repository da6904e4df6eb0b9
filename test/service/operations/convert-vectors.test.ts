import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { difference } from '../../harness/read-pictures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { pictureOf, picturesIn, textOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-vectors-'));
let service: TestService;
let client: Client;

const drawing = (inside = '') =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" xmlns:i="http://www.w3.org/2001/XInclude" width="192" height="96"><rect width="96" height="48" fill="#008080"/><text x="10" y="80" font-family="sans-serif" font-size="20">Grüße</text>${inside}</svg>`;
const eps = `%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 144 72
%%EndComments
1 0 0 setrgbcolor 0 0 72 72 rectfill
0 setgray /Helvetica findfont 12 scalefont setfont 80 30 moveto (The mill) show
showpage
`;
const ps = `%!PS
/Helvetica findfont 24 scalefont setfont
72 700 moveto (First) show showpage
72 700 moveto (Second) show showpage
`;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const convert = (output_format: string, file: string, params: object = {}) =>
	operate(client, 'convert', { output_format, ...params }, [file]);

async function write(name: string, content: string | Buffer): Promise<string> {
	const file = path.join(mkdtempSync(path.join(folder, 'f-')), name);
	await writeFile(file, content);
	return file;
}

/** How many pages Ghostscript draws, and the box of what is on each in points. */
async function boxesOf(file = ''): Promise<string[]> {
	const args = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=bbox', file];
	const { stderr } = await execa('/usr/bin/gs', args);
	return stderr.match(/^%%BoundingBox.*/gm) ?? [];
}

async function sizeOf(file = ''): Promise<string | undefined> {
	const { stdout } = await execa('/usr/bin/pdfinfo', [file]);
	return /Page size: +(.*)/.exec(stdout)?.[1];
}

describe('convert of drawings', () => {
	it('keeps the letters and lines of an SVG in a PDF', async () => {
		const { paths, task } = await convert('pdf', await write('a.svg', drawing()));

		expect(await textOf(paths[0])).toContain('Grüße');
		expect(await picturesIn(paths[0])).toBe(0);
		expect(await sizeOf(paths[0])).toBe('144 x 72 pts');
		expect(task.engine).toBe('librsvg');
	});

	it.each(['eps', 'ps'])('makes %s of an SVG', async (format) => {
		const { paths } = await convert(format, await write('a.svg', drawing()));

		expect(await boxesOf(paths[0])).toHaveLength(1);
	});

	it('draws an SVG at a density, packed or not, and to pictures that sharp does not write', async () => {
		const svgz = await write('a.svgz', drawing());
		await execa('/usr/bin/gzip', ['-k', svgz]);
		const [plain, packed, icon] = await Promise.all([
			convert('png', await write('a.svg', drawing()), { pixel_density: 192 }),
			convert('png', await write('b.svgz', await readFile(`${svgz}.gz`)), { pixel_density: 192 }),
			convert('ico', await write('a.svg', drawing()), { width: 64 }),
		]);

		expect(await pictureOf(plain.paths[0])).toBe('PNG 384x192');
		expect(await pictureOf(packed.paths[0])).toBe('PNG 384x192');
		expect(await pictureOf(icon.paths[0])).toBe('ICO 64x32');
	});

	it('makes a PDF of an EPS as large as its drawing', async () => {
		const { paths, task } = await convert('pdf', await write('logo.eps', eps));

		expect(await textOf(paths[0])).toContain('The mill');
		expect(await sizeOf(paths[0])).toBe('144 x 72 pts');
		expect(task.engine).toBe('ghostscript');
	});

	it('draws an EPS in pixels and as an SVG', async () => {
		const file = await write('logo.eps', eps);
		const [png, svg] = await Promise.all([
			convert('png', file, { pixel_density: 300 }),
			convert('svg', file),
		]);

		expect(await pictureOf(png.paths[0])).toBe('PNG 600x300');
		expect(await readFile(svg.paths[0] ?? '', 'utf8')).toMatch(/<svg[^>]* width="144pt"/);
	});

	it('makes files of all pages of a PostScript file', async () => {
		const file = await write('pages.ps', ps);
		const [pdf, png] = await Promise.all([
			convert('pdf', file, { pages: '2' }),
			convert('png', file, { height: 100 }),
		]);

		expect((await textOf(pdf.paths[0])).trim()).toBe('Second');
		expect(png.names).toEqual(['pages-1.png', 'pages-2.png']);
	});

	it('reads an AI file, which is a PDF', async () => {
		const file = await write('logo.ai', await readFile(fixture('pdf/pages-3.pdf')));
		const { names } = await convert('jpg', file, { pages: '1-2', width: 50 });

		expect(names).toEqual(['logo-1.jpg', 'logo-2.jpg']);
	});
});

describe('convert of pages to vectors', () => {
	it('makes an SVG and an EPS of each page', async () => {
		const [svg, eps] = await Promise.all([
			convert('svg', fixture('pdf/pages-3.pdf')),
			convert('eps', fixture('pdf/pages-3.pdf'), { pages: '2-3' }),
		]);

		expect(svg.names).toEqual(['pages-3-1.svg', 'pages-3-2.svg', 'pages-3-3.svg']);
		expect(await readFile(svg.paths[1] ?? '', 'utf8')).toMatch(/<(use|path)/);
		expect(await readFile(svg.paths[1] ?? '', 'utf8')).not.toContain('<image');
		expect(eps.names).toEqual(['pages-3-2.eps', 'pages-3-3.eps']);
		expect(await boxesOf(eps.paths[0])).toHaveLength(1);
	});

	it('makes one PostScript file of the pages asked for', async () => {
		const { paths, names } = await convert('ps', fixture('pdf/pages-3.pdf'), { pages: '1,3' });

		expect(names).toEqual(['pages-3.ps']);
		expect(await boxesOf(paths[0])).toHaveLength(2);
	});

	it('draws pages at a density, or says that a size is given', async () => {
		const file = fixture('pdf/titled-alpha.pdf');
		const [dense, sized] = await Promise.all([
			convert('bmp', file, { pixel_density: 36 }),
			convert('heic', file, { pixel_density: 36, width: 300 }),
		]);

		// 446.25 by 631.5 points.
		expect(await pictureOf(dense.paths[0])).toBe('BMP3 224x316');
		expect(await pictureOf(sized.paths[0])).toMatch(/^HEIC 300x/);
		expect(sized.result.warnings).toEqual([
			'Parameter "pixel_density" has no effect where "width" or "height" is given.',
		]);
	});

	it('reads XPS', async () => {
		const xps = path.join(folder, 'pages.xps');
		const device = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=xpswrite', '-o', xps];
		await execa('/usr/bin/gs', [...device, fixture('pdf/pages-3.pdf')]);
		const look = { pages: '3', width: 100 };
		const [pdf, png, same] = await Promise.all([
			convert('pdf', xps),
			convert('png', xps, look),
			convert('png', fixture('pdf/pages-3.pdf'), look),
		]);

		expect(pdf.result).toMatchObject({ pages: 3 });
		expect(await pictureOf(png.paths[0])).toMatch(/^PNG 100x/);
		expect(await difference(png.paths[0] ?? '', same.paths[0] ?? '')).toBeLessThan(0.05);
	});
});

describe('thumbnail of drawings', () => {
	it.each([
		['logo.eps', eps],
		['pages.ps', ps],
	])('draws %s', async (name, content) => {
		const file = await write(name, content);
		const { paths } = await operate(client, 'thumbnail', { output_format: 'png', width: 64 }, [
			file,
		]);

		expect(await pictureOf(paths[0])).toMatch(/^PNG 64x/);
	});
});

describe('convert of drawings that reach out', () => {
	it.each([
		['x:href to a file', drawing('<image x:href="file:///etc/passwd" width="9" height="9"/>')],
		[
			'x:href to an address',
			drawing('<image x:href="http://127.0.0.1:9/a.png" width="9" height="9"/>'),
		],
		[
			'XInclude',
			drawing('<text x="9" y="9"><i:include href="file:///etc/passwd" parse="text"/></text>'),
		],
		[
			'an external entity',
			`<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${drawing('<text x="9" y="20">&e;</text>')}`,
		],
	])('shows nothing of it: SVG with %s', async (_what, svg) => {
		const { paths, task } = await convert('pdf', await write('a.svg', svg));

		const text = task.status === 'finished' ? await textOf(paths[0]) : '';
		expect(['finished', 'error']).toContain(task.status);
		expect(text).not.toContain('root:');
		expect(task.message ?? '').not.toContain('root:');
	});

	it.each([
		['a file', '(/etc/passwd) (r) file 200 string readline pop show'],
		['a program', '(%pipe%id) (r) file 200 string readline pop show'],
		['a file to write', '(/output/other.txt) (w) file (x) writestring'],
		['another program', '(/etc/passwd) run'],
		['what deletes', '(/input/a) deletefile'],
	])('refuses PostScript that asks for %s', async (_what, reach) => {
		const { task } = await convert(
			'pdf',
			await write('a.ps', `${ps.replace('(First) show', reach)}`),
		);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});

	it.each([
		[
			'bomb.svg',
			`<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">${[...'bcdefghi'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(20)}">`).join('')}]>${drawing('<text>&i;</text>')}`,
		],
		['cut.svg', drawing().slice(0, -20)],
		['empty.eps', ''],
		['cut.eps', eps.slice(0, 150)],
		['none.ps', '%!PS\nnonsense\n'],
		['garbage.xps', Buffer.from('PK\x03\x04 and nothing else')],
	])('refuses %s', async (name, content) => {
		const { task } = await convert('pdf', await write(name, content));

		expect(task).toMatchObject({
			status: 'error',
			code: expect.stringMatching(/^(INVALID_FILE|EMPTY_FILE|FORMAT_MISMATCH)$/),
		});
	});

	it('ends with its time-out when PostScript never rests', async () => {
		const { task } = await convert('pdf', await write('a.ps', '%!PS\n{} loop\n'), { timeout: 1 });

		expect(task).toMatchObject({ status: 'error', code: 'TIMEOUT' });
	});
});
