import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { fixture } from '../harness/fixtures.ts';
import { startService, type TestService } from '../harness/start-service.ts';
import { jsonOf, N8nHost } from './n8n-host.ts';

const docx = fixture('office/pages-3.docx');
const pdf = fixture('pdf/pages-3.pdf');
const longPdf = fixture('pdf/pages-12.pdf');

let service: TestService;
let host: N8nHost;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service?.stop());

beforeEach(async () => {
	host = await N8nHost.start({ baseUrl: service.url, apiKey: service.apiKey });
});

afterEach(() => host.stop());

const rotate = { operation: 'pdf/rotate-pages', rotation: '+90' };
const toPdf = { operation: 'convert', output_format: 'pdf' };
const submissions = () =>
	host.requests.filter(({ url, method }) => url === '/v2/jobs' && method === 'POST');

async function bytes(item: INodeExecutionData | undefined, field = 'data'): Promise<Buffer> {
	const binary = item?.binary?.[field];
	if (!binary) throw new Error(`The item has no file "${field}".`);
	return host.content(binary);
}

const textOf = (content: Buffer) =>
	execFileSync('pdftotext', ['-layout', '-', '-'], { input: content, encoding: 'utf8' });
const rotationsOf = (content: Buffer) =>
	execFileSync('pdfinfo', ['-l', '99', '-'], { input: content, encoding: 'utf8' }).match(
		/(?<=rot: +)\d+/g,
	);

describe('a chain of nodes', () => {
	it('runs as one job from Import to Export', async () => {
		const files = [await host.item(docx), await host.item(pdf)];
		const [word, pages] = await host.run({ type: 'FilemillImport' }, files);
		const converted = await host.run({ type: 'FilemillFile', parameters: toPdf }, [
			word ?? { json: {} },
		]);
		const turned = await host.run({ type: 'FilemillPdf', parameters: rotate }, [
			pages ?? { json: {} },
		]);
		const merge = { operation: 'merge', options: { filename: 'all.pdf' } };
		const merged = await host.run({ type: 'FilemillFile', name: 'Merge', parameters: merge }, [
			...turned,
			...converted,
		]);
		expect(host.requests).toEqual([]);

		const exported = await host.run({ type: 'FilemillExport' }, merged);

		expect(submissions()).toHaveLength(1);
		expect(merged.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 1 }]]);
		expect(exported).toHaveLength(1);
		expect(exported[0]?.pairedItem).toEqual({ item: 0 });
		expect(exported[0]?.json).toMatchObject({ filename: 'all.pdf', mimeType: 'application/pdf' });
		const result = await bytes(exported[0]);
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

	it('carries files that n8n keeps in memory', async () => {
		await host.stop();
		host = await N8nHost.start({ baseUrl: service.url, apiKey: service.apiKey }, 'memory');
		const imported = await host.run({ type: 'FilemillImport' }, [
			await host.item(pdf),
			await host.item(longPdf),
		]);
		const merged = await host.run(
			{ type: 'FilemillFile', parameters: { operation: 'merge' } },
			imported,
		);

		const [exported] = await host.run({ type: 'FilemillExport' }, merged);

		expect(rotationsOf(await bytes(exported))).toHaveLength(15);
	});

	it('keeps the content of files out of the draft', async () => {
		const [imported] = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);

		expect(imported?.json.from).toBe('test');
		expect(imported?.binary).toBeUndefined();
		expect(JSON.stringify(imported).length).toBeLessThan(1000);
	});

	it('gives one item a file, linked to where it comes from', async () => {
		const imported = await host.run(
			{ type: 'FilemillImport', parameters: { inputDataFieldName: 'data, data1' } },
			[await host.item(pdf, longPdf), await host.item(longPdf, pdf)],
		);
		const turned = await host.run({ type: 'FilemillPdf', parameters: rotate }, imported);

		const exported = await host.run(
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
		const first = await host.run({ type: 'FilemillImport', parameters: text }, [{ json: {} }]);
		const more = { operation: 'import/base64', file: base64, filename: 'b.txt' };
		const both = await host.run({ type: 'FilemillImport', name: 'Other', parameters: more }, first);
		const merge = { operation: 'merge', combine: 'each' };
		const merged = await host.run({ type: 'FilemillFile', parameters: merge }, both);

		const [exported] = await host.run(
			{ type: 'FilemillExport', parameters: { output: 'both' } },
			merged,
		);

		expect(textOf(await bytes(exported))).toMatch(/First line[\s\S]*Second/);
		expect(exported?.json.url).toMatch(/^http/);
	});

	it('reads metadata on the way and hands it on', async () => {
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);
		const read = await host.run({ type: 'FilemillMetadata' }, imported);

		const [exported] = await host.run(
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
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);
		const node = { type: 'FilemillExport', executionId: '77' };

		const [first] = await host.run(node, imported);
		const [again] = await host.run(node, imported);

		expect(again?.json.jobId).toBe(first?.json.jobId);
		expect(host.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	});

	it('sends the key to the service only, never to addresses it hands out', async () => {
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);

		await host.run({ type: 'FilemillExport' }, imported);

		const authorized = host.requests.filter(({ headers }) => 'Authorization' in headers);
		expect(authorized.every(({ url }) => url.startsWith('/v2/'))).toBe(true);
		expect(host.requests.length - authorized.length).toBe(2);
	});
});

describe('a single node', () => {
	it('turns a file into a file', async () => {
		const [item] = await host.run({ type: 'FilemillPdf', parameters: rotate }, [
			await host.item(pdf),
		]);

		expect(item?.json).toMatchObject({
			from: 'test',
			filename: 'pages-3.pdf',
			mimeType: 'application/pdf',
		});
		expect(rotationsOf(await bytes(item))).toEqual(['90', '90', '90']);
	});

	it('works on each item by itself, in order', async () => {
		const items = [await host.item(pdf), await host.item(longPdf), await host.item(pdf)];
		const extract = {
			operation: 'pdf/extract-pages',
			pages: '2-3',
			options: { outputDataFieldName: 'part' },
		};

		const parts = await host.run({ type: 'FilemillPdf', parameters: extract }, items);

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
		expect(textOf(await bytes(parts[0], 'part')).match(/Page \d/g)).toEqual(['Page 2', 'Page 3']);
	});

	it('merges all items in their order', async () => {
		const items = [await host.item(longPdf), await host.item(docx)];

		const [merged, ...others] = await host.run(
			{ type: 'FilemillFile', parameters: { operation: 'merge' } },
			items,
		);

		expect(others).toEqual([]);
		expect(merged?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(
			textOf(await bytes(merged))
				.match(/Page \d+/g)
				?.slice(-4),
		).toEqual(['Page 12', 'Page 1', 'Page 2', 'Page 3']);
	});

	it('gives metadata and keeps the file', async () => {
		const source = await host.item(pdf);

		const [item] = await host.run({ type: 'FilemillMetadata' }, [source]);

		expect(item?.json).toMatchObject({
			from: 'test',
			metadata: { PageCount: 3, MIMEType: 'application/pdf' },
		});
		expect(item?.binary).toEqual(source.binary);
	});

	it('only adds to a job when told to', async () => {
		const add = { ...rotate, options: { run: 'add' } };

		const [item] = await host.run({ type: 'FilemillPdf', parameters: add }, [await host.item(pdf)]);

		expect(host.requests).toEqual([]);
		expect(item?.json.filemill).toMatchObject({
			version: 1,
			output: [expect.stringMatching(/^filemill-pdf-/)],
		});
	});

	it('runs the job of its item at once when told to', async () => {
		const now = { ...rotate, options: { run: 'now' } };
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);

		const [item] = await host.run({ type: 'FilemillPdf', parameters: now }, imported);

		expect(item?.json.filemill).toBeUndefined();
		expect(rotationsOf(await bytes(item))).toEqual(['90', '90', '90']);
	});
});

describe('what goes wrong', () => {
	it('says that the key is wrong and where to mend it', async () => {
		const stranger = await N8nHost.start({ baseUrl: service.url, apiKey: 'wrong' });

		const run = stranger.run({ type: 'FilemillPdf', parameters: rotate }, [
			await stranger.item(pdf),
		]);

		await expect(run).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('Unauthenticated'),
			description: expect.stringContaining('API key'),
			context: expect.objectContaining({ itemIndex: 0 }),
		});
		await stranger.stop();
	});

	it('says that the service does not answer', async () => {
		const lonely = await N8nHost.start({ baseUrl: 'http://127.0.0.1:9', apiKey: 'any' });

		const run = lonely.run({ type: 'FilemillPdf', parameters: rotate }, [await lonely.item(pdf)]);

		await expect(run).rejects.toMatchObject({
			message: expect.stringContaining('No answer'),
			description: expect.stringContaining('address'),
		});
		await lonely.stop();
	});

	it('names the task where it began, its code and its job', async () => {
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(docx)]);
		const node = { type: 'FilemillPdf', name: 'Turn the Pages', parameters: rotate };
		const turned = await host.run(node, imported);

		const run = host.run({ type: 'FilemillExport' }, turned);

		await expect(run).rejects.toMatchObject({
			message: expect.stringMatching(/^Task "turn-the-pages-\w+": .*pages-3\.docx/),
			description: expect.stringMatching(/Code [A-Z_]+, job [0-9a-f-]{36}\.$/),
		});
	});

	it('names the parameter that the service refuses', async () => {
		const extract = { operation: 'pdf/extract-pages', pages: 'first' };

		const run = host.run({ type: 'FilemillPdf', parameters: extract }, [await host.item(pdf)]);

		await expect(run).rejects.toMatchObject({
			description: expect.stringMatching(/pages.*1,2,5-7/),
		});
	});

	it('gives one item for each input with Continue on Fail, and the good results with it', async () => {
		const items = [await host.item(docx), await host.item(pdf), { json: {} }];

		const node = { type: 'FilemillPdf', parameters: rotate, continueOnFail: true };
		const [bad, good, empty, ...others] = await host.run(node, items);

		expect(others).toEqual([]);
		expect(Object.keys(bad?.json ?? {})).toEqual(['error', 'message']);
		expect(bad?.pairedItem).toEqual({ item: 0 });
		expect(rotationsOf(await bytes(good))).toEqual(['90', '90', '90']);
		expect(empty).toMatchObject({
			json: { error: expect.stringContaining("'data'") },
			pairedItem: { item: 2 },
		});
	});

	it('gives an item for each of the inputs that go together', async () => {
		const items = [await host.item(pdf), { json: {} }];
		const node = { type: 'FilemillFile', parameters: { operation: 'merge' }, continueOnFail: true };

		const results = await host.run(node, items);

		expect(results.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('says that a pinned draft has lost its file, and leaves no job behind', async () => {
		const imported = await host.run({ type: 'FilemillImport' }, [await host.item(pdf)]);
		await host.stop();

		const run = host.run({ type: 'FilemillExport' }, imported);

		await expect(run).rejects.toMatchObject({
			message: expect.stringContaining('"pages-3.pdf" is not stored any more'),
			description: expect.stringContaining('Import node'),
		});
		expect(host.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
	});

	it('deletes its job when the execution is stopped', async () => {
		const stop = new AbortController();
		const node = { type: 'FilemillPdf', parameters: rotate, signal: stop.signal };
		const run = host.run(node, [await host.item(longPdf)]);
		const created = setInterval(
			() => host.requests.some(({ method }) => method === 'PUT') && stop.abort(),
			1,
		);

		await expect(run).rejects.toMatchObject({ name: 'NodeOperationError' });

		clearInterval(created);
		expect(host.requests.at(-1)?.method).toBe('DELETE');
	});
});
