import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { textOf } from '../engines/inspect.ts';
import { type CaptureSite, startCaptureSite } from './capture-site.ts';

let here: CaptureSite;
const take: CaptureSite['take'] = (...args) => here.take(...args);

beforeAll(async () => {
	here = await startCaptureSite();
});

afterAll(() => here?.stop());

describe('capture-website as PDF', () => {
	it('prints the page on A4, and says where it was', async () => {
		const { result, paths, names } = await take('/moved');

		expect(names).toEqual(['127.0.0.1.pdf']);
		expect(await textOf(paths[0])).toMatch(/One\s+Two\s+Three/);
		expect(result).toMatchObject({
			...{ url: `${here.site.url}/?moved`, http_status: 200, title: 'Kätzchen & Co', pages: 3 },
		});
		expect(result).not.toHaveProperty('warnings');
	});

	it('prints header and footer with their five classes into the margins', async () => {
		const { paths, result } = await take(
			'/',
			{
				...{ display_header_footer: true, margin_top: 30, margin_bottom: 20 },
				...{ header_template: 'header', footer_template: 'footer' },
			},
			{
				header: raw(
					'header.html',
					'<html><head><style>p { color: #00ff00 }</style></head><body><p><span class="title"></span>, <span class="date"></span></p></body></html>',
				),
				footer: raw(
					'footer.html',
					'<p>Page <span class="pageNumber"></span> of <span class="totalPages"></span></p><span class="url"></span>',
				),
			},
		);

		const text = await textOf(paths[0]);
		expect(text).toMatch(/Kätzchen & Co, \d+\/\d+\/\d+/);
		expect(text.match(/Page \d of \d/g)).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
		expect(text).toContain(`${here.site.url}/`);
		// The page begins 30 mm (85 points) below the upper edge, its heading's own margin below that.
		expect(await topOf(paths[0], 'One')).toBeGreaterThan(85);
		expect(await topOf(paths[0], 'Kätzchen')).toBeLessThan(60);
		expect(await heightOf(paths[0], 'Kätzchen')).toBeGreaterThan(7);
		expect(result).not.toHaveProperty('warnings');
	});

	it('shows no header where no space is reserved, and says so', async () => {
		const { paths, result } = await take(
			'/',
			{ display_header_footer: true, header_template: 'header', margin_bottom: 20 },
			{ header: raw('header.html', 'HEADER') },
		);

		expect(await textOf(paths[0])).not.toContain('HEADER');
		expect(result.warnings).toEqual([expect.stringMatching(/header is not shown.*"margin_top"/)]);
	});

	it('shows no header unless it is asked to, and says so', async () => {
		const { paths, result } = await take(
			'/',
			{ header_template: 'header', margin_top: 20 },
			{ header: raw('header.html', 'HEADER') },
		);

		expect(await textOf(paths[0])).not.toContain('HEADER');
		expect(result.warnings).toEqual([expect.stringMatching(/"display_header_footer" is not true/)]);
	});

	it('prints the title and page numbers of its own without templates', async () => {
		const { paths } = await take('/', { display_header_footer: true, margin_bottom: 20 });

		expect(await textOf(paths[0])).toMatch(/Kätzchen & Co[\s\S]*1\/3/);
	});

	it.each([
		[{}, 595, 841],
		[{ page_format: 'a5' }, 420, 595],
		[{ page_format: 'a5', page_orientation: 'landscape' }, 595, 420],
		[{ page_format: 'letter' }, 612, 792],
		[{ page_format: 'tabloid' }, 792, 1224],
		[{ page_width: 10, page_height: 20 }, 283, 567],
	])('prints on paper of %j', async (params, width, height) => {
		const { paths } = await take('/', params);

		expect(await sizeOf(paths[0])).toEqual([width, height]);
	});

	it("follows the page's own size unless told otherwise", async () => {
		const own = await take('/styled');
		const told = await take('/styled', { page_format: 'a6' });

		expect(await sizeOf(own.paths[0])).toEqual([282, 142]);
		// A6, on its side as the page wants it.
		expect(await sizeOf(told.paths[0])).toEqual([420, 298]);
	});

	it('keeps margins, and 10 mm where none is given', async () => {
		const given = await take('/', { margin_left: 50 });
		const none = await take('/');

		// 50 and 10 mm, and the 8 pixels that a body keeps by itself.
		expect(await leftOf(given.paths[0], 'One')).toBeCloseTo(141.7 + 6, -1);
		expect(await leftOf(none.paths[0], 'One')).toBeCloseTo(28.3 + 6, -1);
	});

	it('keeps the pages asked for, in their order', async () => {
		const { paths, result } = await take('/', { pages: 'r1,1' });

		expect(await textOf(paths[0])).toMatch(/Three\s+One/);
		expect(result).toMatchObject({ pages: 2, http_status: 200 });
	});

	it('zooms, leaves backgrounds away, and styles for the screen', async () => {
		const plain = await take('/');
		const other = await take('/', {
			...{ zoom: 2, print_background: false, css_media_type: 'screen' },
		});

		expect(await textOf(plain.paths[0])).not.toContain('on screen');
		expect(await textOf(other.paths[0])).toContain('on screen');
		expect(await colorsOf(plain.paths[0])).toContain('#FF0000');
		expect(await colorsOf(other.paths[0])).not.toContain('#FF0000');
		expect(await heightOf(other.paths[0], 'One')).toBeGreaterThan(
			1.8 * (await heightOf(plain.paths[0], 'One')),
		);
	});
});

describe('capture-website', () => {
	it('waits for an element, or for a time', async () => {
		const soon = await take('/late');
		const waited = await take('/late', { wait_for_element: 'p.later' });
		const slept = await take('/late', { wait_time: 800, wait_until: 'networkidle0' });

		expect(await textOf(soon.paths[0])).toContain('Now');
		expect(await textOf(waited.paths[0])).toContain('Later');
		expect(await textOf(slept.paths[0])).toContain('Later');
	});

	it('sends headers and credentials to the site of the address alone', async () => {
		const url = here.site.url.replace('http://', 'http://ada:p%C3%A4ss@');
		const { result, job } = await take(`${url}/elsewhere`, {
			headers: { 'X-Token': 'secret', cookie: 'a=1' },
		});

		const own = here.site.requests.filter(({ url }) => url === '/elsewhere' || url === '/own');
		expect(own.map(({ headers }) => headers)).toEqual(
			Array(2).fill(
				expect.objectContaining({
					...{ 'x-token': 'secret', authorization: `Basic ${btoa('ada:p\xc3\xa4ss')}` },
				}),
			),
		);
		expect(own[0]?.headers.cookie).toBe('a=1');
		const [foreign] = here.other.requests;
		expect(foreign?.url).toBe('/picture');
		expect(foreign?.headers).not.toHaveProperty('x-token');
		expect(foreign?.headers).not.toHaveProperty('authorization');
		expect(result).toMatchObject({ url: `${here.site.url}/elsewhere` });
		expect(JSON.stringify(job.tasks.map((task) => task.result))).not.toMatch(/ada|p%C3/);
	});

	it('says what the page wanted and did not get', async () => {
		const { result, paths } = await take('/broken');

		expect(await textOf(paths[0])).toContain('Broken');
		expect(result.warnings).toEqual([
			expect.stringMatching(/^1 of the files .* could not be loaded.*127\.0\.0\.1:1\b/),
		]);
	});

	it('answers alerts and prints nothing twice', async () => {
		const { paths, result } = await take('/alert');

		expect(await textOf(paths[0])).toContain('Alert');
		expect(result.pages).toBe(1);
	});

	it('shares nothing between two captures', async () => {
		await take('/remember');
		const { paths } = await take('/remember');

		expect((await textOf(paths[0])).trim()).toBe('0');
	});
});

function raw(filename: string, file: string) {
	return { operation: 'import/raw', filename, file };
}

/** Whole points of the first page. */
async function sizeOf(file = ''): Promise<number[]> {
	const { stdout } = await execa('/usr/bin/pdfinfo', [file]);
	const [, width, height] = /^Page size: +([\d.]+) x ([\d.]+)/m.exec(stdout) ?? [];
	return [Math.floor(Number(width)), Math.floor(Number(height))];
}

/** Where a word lies on the first page, in points from its upper left corner. */
async function boxOf(file: string, word: string): Promise<Record<string, number>> {
	const { stdout } = await execa('/usr/bin/pdftotext', ['-bbox', '-l', '1', file, '-']);
	const line = stdout.split('\n').find((one) => one.includes(`>${word}<`)) ?? '';
	return Object.fromEntries(
		[...line.matchAll(/(\w+)="([\d.]+)"/g)].map(([, name = '', value]) => [name, Number(value)]),
	);
}

const topOf = async (file = '', word = '') => (await boxOf(file, word)).yMin ?? Number.NaN;
const leftOf = async (file = '', word = '') => (await boxOf(file, word)).xMin ?? Number.NaN;
async function heightOf(file = '', word = ''): Promise<number> {
	const { yMin = 0, yMax = 0 } = await boxOf(file, word);
	return yMax - yMin;
}

/** The colours of the first page. */
async function colorsOf(file = ''): Promise<string> {
	const { stdout } = await execa('/usr/bin/pdftoppm', ['-r', '20', '-l', '1', '-png', file], {
		encoding: 'buffer',
	});
	const seen = await execa(
		'/usr/bin/convert-im6.q16',
		['png:-', '-format', '%c', 'histogram:info:-'],
		{ input: stdout },
	);
	return seen.stdout;
}
