import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { pagesOf } from '../../../harness/read-pdf.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

async function convert(variant: string, name: string) {
	const { paths, result, task } = await operate(client, 'pdf/x', { variant }, [fixture(name)]);
	return { file: paths[0] ?? '', result, task };
}

const run = async (program: string, ...args: string[]) =>
	(await execa(`/usr/bin/${program}`, args)).stdout;

describe('pdf/x', () => {
	it.each([
		['1a', 'PDF/X-1:2001', '1.3', 'ISO 15930-1:2001'],
		['3', 'PDF/X-3:2002', '1.3', 'ISO 15930-3:2002'],
		['4', 'PDF/X-4', '1.6', 'ISO 15930-7:2010'],
	])('makes a browser page PDF/X-%s', async (variant, subtype, version, part) => {
		const { file, result } = await convert(variant, 'pdf/browser.pdf');

		const info = await run('pdfinfo', '-box', file);
		expect(result.conformance).toMatchObject({ variant, part, valid: true });
		expect(result.conformance).toMatchObject({ checked_by: ['structural check'] });
		expect(info).toMatch(new RegExp(`^PDF subtype: +${subtype}$`, 'm'));
		expect(info).toMatch(new RegExp(`^PDF version: +${version}$`, 'm'));
		expect(info).toMatch(/^Title: +Sample 1 - Simple Article Page$/m);
		expect(await pagesOf(file)).toEqual(await pagesOf(fixture('pdf/browser.pdf')));
		expect(await colourOperators(file)).toEqual([]);
		expect(await fontsWithoutFile(file)).toEqual([]);
		expect((await objects(file)).match(/\/TrimBox/g)).toHaveLength(2);
		expect(await objects(file)).toMatch(/\/S \/GTS_PDFX\b/);
	});

	it('keeps transparency and text in PDF/X-4', async () => {
		const { file, result } = await convert('4', 'pdf/transparency.pdf');

		expect(await objects(file)).toMatch(/\/BM \/(Multiply|Screen|Darken|Overlay)/);
		expect(await pagesOf(file)).toEqual(await pagesOf(fixture('pdf/transparency.pdf')));
		expect(await colourOperators(file)).toEqual([]);
		expect(result.warnings ?? []).not.toContainEqual(expect.stringContaining('picture'));
	});

	it.each(['1a', '3'])(
		'flattens transparency in PDF/X-%s and says what became of text',
		async (variant) => {
			const { file, result } = await convert(variant, 'pdf/transparency.pdf');

			expect(await objects(file)).not.toMatch(/\/(BM|SMask|Group|ca) /);
			expect(await run('pdfimages', '-list', file)).toMatch(/cmyk +4 +8/);
			expect(await pagesOf(file)).toEqual(await pagesOf(fixture('pdf/transparency.pdf')));
			expect(result.warnings).toContainEqual(
				expect.stringMatching(/^Page 1 of "transparency.pdf" became a picture at 300 dpi/),
			);
		},
	);

	it('makes form fields part of the page, and says so', async () => {
		const { file, result } = await convert('4', 'pdf/acroform.pdf');

		expect(await objects(file)).not.toMatch(/\/(AcroForm|Annots) /);
		expect(await difference(file, fixture('pdf/acroform.pdf'))).toBeLessThan(0.02);
		expect(result.warnings).toEqual([
			expect.stringContaining('form fields of "acroform.pdf" became part'),
		]);
	});

	it('keeps the colours of a picture that is CMYK', async () => {
		const { file } = await convert('1a', 'pdf/cmyk.pdf');

		const list = await run('pdfimages', '-list', file);
		expect(list.split('\n').slice(2)).toContainEqual(expect.stringMatching(/ cmyk +4 +8 /));
		expect(list).not.toMatch(/ (rgb|icc) /);
		expect(await difference(file, fixture('pdf/cmyk.pdf'))).toBeLessThan(0.05);
	});
});

/** The objects of a PDF as text, streams as they are drawn. */
async function objects(file: string): Promise<string> {
	const qdf = ['--qdf', '--object-streams=disable', '--no-original-object-ids', file, '-'];
	return (await execa('/usr/bin/qpdf', qdf, { encoding: 'latin1' })).stdout;
}

/** Operators of RGB in the streams that qpdf writes out. */
async function colourOperators(file: string): Promise<string[]> {
	return (await objects(file)).match(/^(?:[\d.]+ ){3}(?:rg|RG)\b.*$|DeviceRGB/gm) ?? [];
}

async function fontsWithoutFile(file: string): Promise<string[]> {
	const fonts = (await run('pdffonts', file)).split('\n').slice(2);
	return fonts.filter((line) => !/ yes (yes|no) +(yes|no) +\d+ +\d+$/.test(line));
}

/** How far two first pages are from each other: 0 is alike, 1 is black against white. */
async function difference(one: string, other: string): Promise<number> {
	const pictures = await Promise.all(
		[one, other].map(async (file, index) => {
			const target = `${one}-${index}`;
			await execa('/usr/bin/pdftoppm', ['-r', '50', '-singlefile', '-png', file, target]);
			return `${target}.png`;
		}),
	);
	const { stderr } = await execa(
		'/usr/bin/compare-im6.q16',
		['-metric', 'MAE', ...pictures, 'null:'],
		{
			reject: false,
		},
	);
	return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}
