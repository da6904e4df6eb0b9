import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fixture } from '../harness/fixtures.ts';
import { Bench, bytes, rotationsOf, textOf } from './n8n-bench.ts';

const docx = fixture('office/pages-3.docx');
const pdf = fixture('pdf/pages-3.pdf');
const longPdf = fixture('pdf/pages-12.pdf');
const rotate = { operation: 'pdf/rotate-pages', rotation: '+90' };
const toPdf = { operation: 'convert', output_format: 'pdf' };
const bench = new Bench();
const submissions = () =>
	bench.host.requests.filter(({ url, method }) => url === '/v2/jobs' && method === 'POST');

describe('a chain of nodes', () => {
	it('runs as one job from Import to Export', async () => {
		const files = [await bench.host.item(docx), await bench.host.item(pdf)];
		const [word, pages] = await bench.host.run({ type: 'FilemillImport' }, files);
		const converted = await bench.host.run({ type: 'FilemillFile', parameters: toPdf }, [
			word ?? { json: {} },
		]);
		const turned = await bench.host.run({ type: 'FilemillPdf', parameters: rotate }, [
			pages ?? { json: {} },
		]);
		const merge = { operation: 'merge', options: { filename: 'all.pdf' } };
		const merged = await bench.host.run(
			{ type: 'FilemillFile', name: 'Merge', parameters: merge },
			[...turned, ...converted],
		);
		expect(bench.host.requests).toEqual([]);

		const exported = await bench.host.run({ type: 'FilemillExport' }, merged);

		expect(submissions()).toHaveLength(1);
		expect(merged.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 1 }]]);
		expect(exported).toHaveLength(1);
		expect(exported[0]?.pairedItem).toEqual({ item: 0 });
		expect(exported[0]?.json).toMatchObject({ filename: 'all.pdf', mimeType: 'application/pdf' });
		const result = await bytes(bench.host, exported[0]);
		expect(exported[0]?.json.size).toBe(result.length);
		expect(rotationsOf(result)).toEqual(['90', '90', '90', '0', '0', '0']);
		expect(textOf(result).match(/Page \d/g)).toEqual([
			'Page 1',
			'Page 2',
			'Page 3',
			'Page 1',
			'Page 2',
			'Page 3',
		]);
	});

	it('takes files from the disk of the service and puts them back there', async () => {
		const { data } = bench.service;
		const from = { operation: 'import/file', path: path.join(data, '*.pdf') };
		await copyFile(pdf, path.join(data, 'scan.pdf'));
		const imported = await bench.host.run({ type: 'FilemillImport', parameters: from }, [
			{ json: {} },
		]);
		const turned = await bench.host.run({ type: 'FilemillPdf', parameters: rotate }, imported);
		const to = { operation: 'export/file', path: path.join(data, 'done') };

		const exported = await bench.host.run({ type: 'FilemillExport', parameters: to }, turned);

		expect(exported).toMatchObject([
			{ json: { filename: 'scan.pdf', results: [{ pages: 3 }, { folder: to.path }] } },
		]);
		expect(exported[0]?.binary).toBeUndefined();
		expect(rotationsOf(await readFile(path.join(data, 'done/scan.pdf')))).toEqual([
			'90',
			'90',
			'90',
		]);
	});

	it('puts a file that comes twice into the result twice', async () => {
		const items = [await bench.host.item(pdf), await bench.host.item(longPdf)];
		const [first, second] = await bench.host.run({ type: 'FilemillImport' }, items);
		const around = [first, second, first].map((item) => item ?? { json: {} });
		const merged = await bench.host.run(
			{ type: 'FilemillFile', parameters: { operation: 'merge' } },
			around,
		);

		const [exported] = await bench.host.run({ type: 'FilemillExport' }, merged);

		expect(rotationsOf(await bytes(bench.host, exported))).toHaveLength(18);
	});

	it('carries files that n8n keeps in memory', async () => {
		await bench.newHost('memory');
		const imported = await bench.host.run({ type: 'FilemillImport' }, [
			await bench.host.item(pdf),
			await bench.host.item(longPdf),
		]);
		const merged = await bench.host.run(
			{ type: 'FilemillFile', parameters: { operation: 'merge' } },
			imported,
		);

		const [exported] = await bench.host.run({ type: 'FilemillExport' }, merged);

		expect(rotationsOf(await bytes(bench.host, exported))).toHaveLength(15);
	});

	it('keeps the content of files out of the draft', async () => {
		const [imported] = await bench.host.run({ type: 'FilemillImport' }, [
			await bench.host.item(pdf),
		]);

		expect(imported?.json.from).toBe('test');
		expect(imported?.binary).toBeUndefined();
		expect(JSON.stringify(imported).length).toBeLessThan(1000);
	});

	it('gives one item a file, linked to where it comes from', async () => {
		const imported = await bench.host.run(
			{ type: 'FilemillImport', parameters: { inputDataFieldName: 'data, data1' } },
			[await bench.host.item(pdf, longPdf), await bench.host.item(longPdf, pdf)],
		);
		const turned = await bench.host.run({ type: 'FilemillPdf', parameters: rotate }, imported);

		const exported = await bench.host.run(
			{ type: 'FilemillExport', parameters: { output: 'url' } },
			turned,
		);

		expect(exported.map(({ json, pairedItem }) => [json.filename, pairedItem])).toEqual([
			['pages-3.pdf', { item: 0 }],
			['pages-12.pdf', { item: 0 }],
			['pages-12.pdf', { item: 1 }],
			['pages-3.pdf', { item: 1 }],
		]);
		const answer = await fetch(String(exported[0]?.json.url));
		expect(rotationsOf(Buffer.from(await answer.arrayBuffer()))).toEqual(['90', '90', '90']);
	});

	it('makes files of text and of base64', async () => {
		const base64 = Buffer.from('Second').toString('base64');
		const text = { operation: 'import/raw', file: 'First line', filename: 'a.txt' };
		const first = await bench.host.run({ type: 'FilemillImport', parameters: text }, [
			{ json: {} },
		]);
		const more = { operation: 'import/base64', file: base64, filename: 'b.txt' };
		const both = await bench.host.run(
			{ type: 'FilemillImport', name: 'Other', parameters: more },
			first,
		);
		const merge = { operation: 'merge', combine: 'each' };
		const merged = await bench.host.run({ type: 'FilemillFile', parameters: merge }, both);

		const [exported] = await bench.host.run(
			{ type: 'FilemillExport', parameters: { output: 'both' } },
			merged,
		);

		expect(textOf(await bytes(bench.host, exported))).toMatch(/First line[\s\S]*Second/);
		expect(exported?.json.url).toMatch(/^http/);
	});

	it('reads metadata on the way and hands it on', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);
		const read = await bench.host.run({ type: 'FilemillMetadata' }, imported);

		const [exported] = await bench.host.run(
			{ type: 'FilemillExport', parameters: { output: 'url' } },
			read,
		);

		expect(exported?.json).toMatchObject({
			filename: 'pages-3.pdf',
			results: [
				expect.objectContaining({
					operation: 'metadata',
					metadata: expect.objectContaining({ PageCount: 3 }),
				}),
			],
		});
	});

	it('gets its job again when the node is retried', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);
		const node = { type: 'FilemillExport', executionId: '77' };

		const [first] = await bench.host.run(node, imported);
		const [again] = await bench.host.run(node, imported);

		expect(again?.json.jobId).toBe(first?.json.jobId);
		expect(bench.host.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	});

	it('sends the key to the service only, never to addresses it hands out', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);

		await bench.host.run({ type: 'FilemillExport' }, imported);

		const authorized = bench.host.requests.filter(({ headers }) => 'Authorization' in headers);
		expect(authorized.every(({ url }) => url.startsWith('/v2/'))).toBe(true);
		expect(bench.host.requests.length - authorized.length).toBe(2);
	});
});
