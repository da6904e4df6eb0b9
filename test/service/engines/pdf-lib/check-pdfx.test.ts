import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkPdfx } from '../../../../service/engines/pdf-lib/actions/check-pdfx.ts';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
let folder: string;
const made: Record<string, string> = {};

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-pdfx-'));
	bench = await startBench();
	for (const variant of ['1a', '4']) {
		const { paths } = await bench.run('pdf/x', { variant }, ['pdf/pages-3.pdf']);
		made[variant] = paths[0] ?? '';
	}
});

afterAll(async () => {
	await bench.close();
	await rm(folder, { recursive: true });
});

async function check(variant: '1a' | '4', file = made[variant] ?? '') {
	return (await checkPdfx({ variant }, { input: file, more: [], output: folder })).findings;
}

/** A PDF/X with one thing wrong. */
async function spoil(variant: '1a' | '4', change: (pdf: PDFDocument, page: PDFPage) => unknown) {
	const pdf = await PDFDocument.load(await readFile(made[variant] ?? ''), {
		updateMetadata: false,
	});
	await change(pdf, pdf.getPage(0));
	const file = path.join(folder, 'spoilt.pdf');
	await writeFile(file, await pdf.save({ useObjectStreams: variant === '4' }));
	return file;
}

const draw = (pdf: PDFDocument, page: PDFPage, content: string) =>
	page.node.addContentStream(pdf.context.register(pdf.context.flateStream(content)));

describe('the structural check of PDF/X', () => {
	it.each(['1a', '4'] as const)('finds nothing in a good PDF/X-%s', async (variant) => {
		expect(await check(variant)).toEqual([]);
	});

	it.each<[string, RegExp, (pdf: PDFDocument, page: PDFPage) => unknown]>([
		['RGB in content', /page 1 uses DeviceRGB/, (pdf, page) => draw(pdf, page, '1 0 0 rg')],
		[
			'RGB chosen by a name in disguise',
			/page 1 uses DeviceRGB/,
			(pdf, page) => draw(pdf, page, '/Device#52GB cs'),
		],
		[
			'RGB in an inline picture',
			/page 1 uses DeviceRGB/,
			(pdf, page) => draw(pdf, page, 'BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI'),
		],
		[
			'RGB in a form that nobody draws',
			/a form uses DeviceRGB/,
			({ context }) =>
				context.register(context.flateStream('0 0 1 RG', { Subtype: 'Form', BBox: [0, 0, 1, 1] })),
		],
		[
			'a picture in RGB',
			/a picture uses DeviceRGB/,
			({ context }) =>
				context.register(
					context.flateStream('abc', {
						...{ Subtype: 'Image', Width: 1, Height: 1 },
						...{ BitsPerComponent: 8, ColorSpace: ['Indexed', 'DeviceRGB', 0, 'x'] },
					}),
				),
		],
		[
			'a font without its file',
			/font Helvetica is not embedded/,
			(pdf) => pdf.embedFont(StandardFonts.Helvetica),
		],
		[
			'a page without trim',
			/page 1 has not one of/,
			(_, page) => page.node.delete(PDFName.of('TrimBox')),
		],
		['trim outside the bleed', /TrimBox outside/, (_, page) => page.setTrimBox(-5, 0, 100, 100)],
		[
			'an annotation',
			/page 1 has an annotation of the kind Link/,
			({ context }, { node }) =>
				node.addAnnot(context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 1, 1] }))),
		],
		[
			'a script',
			/an action of the kind JavaScript/,
			({ context }) => context.register(context.obj({ S: 'JavaScript' })),
		],
		[
			'a second output intent',
			/output intent/,
			({ context, catalog }) =>
				catalog.set(
					PDFName.of('OutputIntents'),
					context.obj([{ S: 'GTS_PDFX' }, { S: 'GTS_PDFX' }]),
				),
		],
	])('finds %s', async (_, finding, change) => {
		const file = await spoil('4', change);

		expect(await check('4', file)).toEqual(
			expect.arrayContaining([expect.stringMatching(finding)]),
		);
	});

	it.each<[string, RegExp, object]>([
		['opacity', /transparent objects/, { Type: 'ExtGState', ca: 0.5 }],
		['a blend mode', /blends by Multiply/, { Type: 'ExtGState', BM: 'Multiply' }],
		['a soft mask', /soft mask/, { Type: 'ExtGState', SMask: { S: 'Alpha' } }],
	])('finds %s in PDF/X-1a, and lets PDF/X-4 have it', async (_, finding, state) => {
		const add = (pdf: PDFDocument) => register(pdf, state);

		expect(await check('1a', await spoil('1a', add))).toEqual([expect.stringMatching(finding)]);
		expect(await check('4', await spoil('4', add))).toEqual([]);
	});

	it('does not take a PDF/X-4 for a PDF/X-1a', async () => {
		const findings = await check('1a', made['4']);

		expect(findings).toContain('its version is above PDF 1.3');
		expect(findings).toContain('its GTS_PDFXVersion is not PDF/X-1:2001');
	});
});

function register(pdf: PDFDocument, entries: object) {
	return pdf.context.register(pdf.context.obj({ ...entries }));
}
