import { describe, expect, it } from '@jest/globals';
import { fixture } from '../harness/fixtures.ts';
import { Bench, bytes, rotationsOf, textOf } from './n8n-bench.ts';
import { jsonOf } from './n8n-host.ts';

const docx = fixture('office/pages-3.docx');
const pdf = fixture('pdf/pages-3.pdf');
const longPdf = fixture('pdf/pages-12.pdf');
const rotate = { operation: 'pdf/rotate-pages', rotation: '+90' };
const bench = new Bench();

describe('a single node', () => {
	it('turns a file into a file', async () => {
		const [item] = await bench.host.run({ type: 'FilemillPdf', parameters: rotate }, [
			await bench.host.item(pdf),
		]);

		expect(item?.json).toMatchObject({
			from: 'test',
			filename: 'pages-3.pdf',
			mimeType: 'application/pdf',
		});
		expect(rotationsOf(await bytes(bench.host, item))).toEqual(['90', '90', '90']);
	});

	it('works on each item by itself, in order', async () => {
		const items = [
			await bench.host.item(pdf),
			await bench.host.item(longPdf),
			await bench.host.item(pdf),
		];
		const extract = {
			operation: 'pdf/extract-pages',
			pages: '2-3',
			options: { outputDataFieldName: 'part' },
		};

		const parts = await bench.host.run({ type: 'FilemillPdf', parameters: extract }, items);

		expect(parts.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(jsonOf(parts).map(({ filename }) => filename)).toEqual([
			'pages-3.pdf',
			'pages-12.pdf',
			'pages-3.pdf',
		]);
		expect(textOf(await bytes(bench.host, parts[0], 'part')).match(/Page \d/g)).toEqual([
			'Page 2',
			'Page 3',
		]);
	});

	it('merges all items in their order', async () => {
		const items = [await bench.host.item(longPdf), await bench.host.item(docx)];

		const [merged, ...others] = await bench.host.run(
			{ type: 'FilemillFile', parameters: { operation: 'merge' } },
			items,
		);

		expect(others).toEqual([]);
		expect(merged?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(
			textOf(await bytes(bench.host, merged))
				.match(/Page \d+/g)
				?.slice(-4),
		).toEqual(['Page 12', 'Page 1', 'Page 2', 'Page 3']);
	});

	it('gives metadata and keeps the file', async () => {
		const source = await bench.host.item(pdf);

		const [item] = await bench.host.run({ type: 'FilemillMetadata' }, [source]);

		expect(item?.json).toMatchObject({
			from: 'test',
			metadata: { PageCount: 3, MIMEType: 'application/pdf' },
		});
		expect(item?.binary).toEqual(source.binary);
	});

	it('only adds to a job when told to', async () => {
		const add = { ...rotate, options: { run: 'add' } };

		const [item] = await bench.host.run({ type: 'FilemillPdf', parameters: add }, [
			await bench.host.item(pdf),
		]);

		expect(bench.host.requests).toEqual([]);
		expect(item?.json.filemill).toMatchObject({
			version: 1,
			output: [expect.stringMatching(/^filemill-pdf-/)],
		});
	});

	it('runs the job of its item at once when told to', async () => {
		const now = { ...rotate, options: { run: 'now' } };
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);

		const [item] = await bench.host.run({ type: 'FilemillPdf', parameters: now }, imported);

		expect(item?.json.filemill).toBeUndefined();
		expect(rotationsOf(await bytes(bench.host, item))).toEqual(['90', '90', '90']);
	});
});
