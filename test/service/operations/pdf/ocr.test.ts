import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { writePdf } from '../../../../service/engines/sharp/picture-pdf.ts';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-ocr-'));
const french = fixture('scans/french.pdf');
const skewed = fixture('scans/skewed.pdf');
const book = fixture('scans/book-page.pdf');
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const ocr = (params: Readonly<Record<string, unknown>>, ...files: string[]) =>
	operate(client, 'pdf/ocr', params, files);

const said = {
	french:
		"Portez ce vieux whisky au juge blond qui fume sur son île intérieure, à côté de l'alcôve ovoïde, où les bûches se consument dans l'âtre, ce qui lui permet de penser à la cænogénèse de l'être dont il est question dans la cause ambiguë entendue à Moÿ, dans un capharnaüm qui, pense-t-il, diminue çà et là la qualité de son œuvre.",
	skewed:
		'The LinnSequencer is a state-of-the-art composition and performance tool for the professional musician. It is extremely powerful, yet amazingly simple to learn and use. One or all tracks may be TRANSPOSED at the touch of a key. Exclusive real-time ERASE function makes editing FAST. Optional SMPTE time code synchronization.',
	book: 'went tip-toeing along a path amongst the trees back towards the end of the widow’s garden, stooping down so as the branches wouldn’t scrape our heads. When we was passing by the kitchen I fell over a root and made a noise.',
	german:
		'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Falsches Üben von Xylophonmusik quält jeden größeren Zwerg.',
};

describe('pdf/ocr', () => {
	it.each([
		['french', french, ['fra']],
		['skewed', skewed, ['eng']],
		['book', book, ['eng', 'deu']],
	] as const)('reads the %s scan and leaves its picture as it is', async (name, scan, language) => {
		const { paths, result } = await ocr({ language }, scan);

		expect(await textOf(scan)).toBe('');
		expect(accuracy(said[name], await textOf(paths[0]))).toBeGreaterThan(0.9);
		expect(await picturesOf(paths[0])).toEqual(await picturesOf(scan));
		expect(result).toMatchObject({
			pages: 1,
			pages_recognized: 1,
			pages_skipped: 0,
			pages_turned: 0,
			languages: language,
		});
		expect(result.confidence).toBeGreaterThan(85);
	});

	it('reads the letters of the language that is set', async () => {
		const scan = await scanOf('german', said.german);

		const right = await ocr({ language: ['deu'] }, scan);
		const wrong = await ocr({}, scan);

		expect(accuracy(said.german, await textOf(right.paths[0]))).toBe(1);
		expect(accuracy(said.german, await textOf(wrong.paths[0]))).toBeLessThan(1);
		expect(wrong.result.languages).toEqual(['eng']);
	});

	it('leaves pages alone that have text', async () => {
		const mixed = path.join(folder, 'mixed.pdf');
		const pages = ['.', '1-2', french, '1', '--'];
		await execa('qpdf', [fixture('pdf/pages-3.pdf'), '--pages', ...pages, mixed]);

		const { paths, result } = await ocr({ language: ['fra'] }, mixed);

		expect(result).toMatchObject({ pages: 3, pages_recognized: 1, pages_skipped: 2 });
		expect(await textOf(paths[0], 1, 2)).toBe(await textOf(mixed, 1, 2));
		expect(accuracy(said.french, await textOf(paths[0], 3))).toBeGreaterThan(0.9);
	});

	it('reads pages that have text when it is forced to, and says that they have two', async () => {
		const pages = fixture('pdf/pages-3.pdf');

		const idle = await ocr({}, pages);
		const forced = await ocr({ force: true }, pages);

		expect(idle.result).toMatchObject({ pages_recognized: 0, pages_skipped: 3, confidence: null });
		expect(idle.task.result?.warnings).toEqual([
			'All pages of "pages-3.pdf" have text already; set "force" to read them anyway.',
		]);
		expect(forced.result).toMatchObject({ pages_recognized: 3, pages_skipped: 0 });
		expect(forced.task.result?.warnings).toHaveLength(3);
		expect((await execa('pdffonts', [forced.paths[0] ?? ''])).stdout).toContain('GlyphLessFont');
	});

	it.each([
		[90, 270],
		[180, 180],
		[270, 90],
	])('sets a page upright whose picture is turned by %d', async (turned, rotation) => {
		const scan = await scanOf('turned', said.german, turned);

		const { paths, result } = await ocr({ language: ['deu'] }, scan);

		expect(result).toMatchObject({ pages_turned: 1 });
		expect(await rotationOf(paths[0])).toBe(rotation);
		expect(accuracy(said.german, await textOf(paths[0]))).toBeGreaterThan(0.9);
		const [here, there] = [await placeOf(paths[0]), await placeOf(await readPlain())];
		expect(Math.hypot(here.x - there.x, here.y - there.y)).toBeLessThan(2);
	});

	it('leaves a page as it lies when it may not turn it', async () => {
		const scan = await scanOf('left', said.german, 90);

		const { paths, result } = await ocr({ language: ['deu'], auto_orient: false }, scan);

		expect(result).toMatchObject({ pages_turned: 0 });
		expect(await rotationOf(paths[0])).toBe(0);
	});

	it('puts words where they stand on a page with margins around its trim box', async () => {
		const marked = await withBoxes(await scanOf('marked', said.german));

		const { paths } = await ocr({ language: ['deu'] }, marked);

		// The trim box begins 40 points from the left of the media box, and 30 from its top.
		const [here, there] = [await placeOf(paths[0]), await placeOf(await readPlain())];
		expect(Math.hypot(here.x - 40 - there.x, here.y - 30 - there.y)).toBeLessThan(2);
	});

	it('reads several files in their order, under the names asked for', async () => {
		const params = { language: ['fra'], filename: 'read-%d.pdf' };

		const { names, paths, result } = await ocr(params, french, await scanOf('second', 'Bonjour'));

		expect(names).toEqual(['read-1.pdf', 'read-2.pdf']);
		expect(await textOf(paths[1])).toContain('Bonjour');
		expect(result).toMatchObject({ pages: 2, pages_recognized: 2 });
	});
});

/** How many of the words that should be there are, from 0 to 1. */
function accuracy(expected: string, found: string): number {
	const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const there = words(found);
	const wanted = words(expected);
	const hits = wanted.filter((word) => {
		const index = there.indexOf(word);
		if (index >= 0) there.splice(index, 1);
		return index >= 0;
	});
	return hits.length / wanted.length;
}

async function textOf(file = '', first = 1, last = first): Promise<string> {
	const page = ['-f', `${first}`, '-l', `${last}`];
	return (await execa('pdftotext', [...page, file, '-'])).stdout.trim();
}

async function rotationOf(file = ''): Promise<number> {
	return Number(/Page rot: +(\d+)/.exec((await execa('pdfinfo', [file])).stdout)?.[1]);
}

/** The German scan, upright and read. */
async function readPlain(): Promise<string | undefined> {
	plain ??= ocr({ language: ['deu'] }, await scanOf('plain', said.german));
	return (await plain).paths[0];
}

let plain: ReturnType<typeof ocr> | undefined;

/** Where a word stands on the page as it is seen, in points from the left and the top. */
async function placeOf(file = '', word = 'Viktor'): Promise<{ x: number; y: number }> {
	const { stdout } = await execa('pdftotext', ['-bbox', file, '-']);
	const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(stdout);
	return { x: Number(found?.[1]), y: Number(found?.[2]) };
}

/** The pictures of a PDF as they are stored, by their digests. */
async function picturesOf(file = ''): Promise<string[]> {
	const target = mkdtempSync(path.join(folder, 'pictures-'));
	await execa('pdfimages', ['-all', file, path.join(target, 'p')]);
	const names = await readdir(target);
	expect(names).not.toEqual([]);
	const digest = async (name: string) =>
		createHash('sha256')
			.update(await readFile(path.join(target, name)))
			.digest('hex');
	return Promise.all(names.sort().map(digest));
}

/** A scan of a text, turned clockwise by so many degrees. */
async function scanOf(name: string, text: string, turned = 0): Promise<string> {
	const page = ['-size', '1000x', '-density', '150', '-units', 'PixelsPerInch'];
	const written = ['-background', 'white', '-font', 'DejaVu-Serif', '-pointsize', '16'];
	const around = ['-bordercolor', 'white', '-border', '120x120', '-rotate', `${turned}`];
	const file = path.join(folder, `${name}-${turned}.png`);
	await execa('convert-im6.q16', [...page, ...written, `caption:${text}`, ...around, file]);
	const scan = path.join(folder, `${name}-${turned}.pdf`);
	await writePdf(file, 'png', 1, scan);
	return scan;
}

/** The same page with a margin outside its trim box, shown from its crop box on. */
async function withBoxes(file: string): Promise<string> {
	const raw = path.join(folder, 'raw.pdf');
	await execa('qpdf', ['--qdf', '--object-streams=disable', file, raw]);
	const plain = await readFile(raw, 'latin1');
	const [, width, height] =
		/MediaBox \[\s+0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(plain)?.map(Number) ?? [];
	const [right, top] = [Number(width), Number(height)];
	const boxes = [
		`/MediaBox [-40 -50 ${right + 60} ${top + 30}]`,
		`/CropBox [-20 -25 ${right + 10} ${top + 15}]`,
		`/TrimBox [0 0 ${right} ${top}]`,
	];
	const marked = plain.replace(/\/MediaBox \[[^\]]*\]/, boxes.join(' '));
	await writeFile(raw, marked, 'latin1');
	const target = path.join(folder, 'marked.pdf');
	// The offsets of the file are no longer right, which qpdf mends with a warning.
	await execa('qpdf', ['--warning-exit-0', raw, target]);
	return target;
}
