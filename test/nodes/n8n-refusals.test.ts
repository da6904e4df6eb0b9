import { describe, expect, it } from '@jest/globals';
import { fixture } from '../harness/fixtures.ts';
import { Bench, bytes, rotationsOf } from './n8n-bench.ts';
import { N8nHost } from './n8n-host.ts';

const docx = fixture('office/pages-3.docx');
const pdf = fixture('pdf/pages-3.pdf');
const longPdf = fixture('pdf/pages-12.pdf');
const rotate = { operation: 'pdf/rotate-pages', rotation: '+90' };
const bench = new Bench();

describe('what goes wrong', () => {
	it('says that the key is wrong and where to mend it', async () => {
		const stranger = await N8nHost.start({ baseUrl: bench.service.url, apiKey: 'wrong' });

		const run = stranger.run({ type: 'FilemillPdf', parameters: rotate }, [
			await stranger.item(pdf),
		]);

		await expect(run).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'The Filemill service does not know this API key.',
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
			description: expect.stringMatching(/address.*127\.0\.0\.1:9/),
		});
		await lonely.stop();
	});

	it('names the task where it began, its code and its job', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [
			await bench.host.item(docx),
		]);
		const node = { type: 'FilemillPdf', name: 'Turn the Pages', parameters: rotate };
		const turned = await bench.host.run(node, imported);

		const run = bench.host.run({ type: 'FilemillExport' }, turned);

		await expect(run).rejects.toMatchObject({
			message: expect.stringMatching(/^Task "turn-the-pages-\w+": .*pages-3\.docx/),
			description: expect.stringMatching(/Code [A-Z_]+, job [0-9a-f-]{36}\.$/),
		});
	});

	it('names the parameter that the service refuses', async () => {
		const extract = { operation: 'pdf/extract-pages', pages: 'first' };

		const run = bench.host.run({ type: 'FilemillPdf', parameters: extract }, [
			await bench.host.item(pdf),
		]);

		await expect(run).rejects.toMatchObject({
			description: expect.stringMatching(/pages.*1,2,5-7/),
		});
	});

	it('gives one item for each input with Continue on Fail, and the good results with it', async () => {
		const items = [await bench.host.item(docx), await bench.host.item(pdf), { json: {} }];

		const node = { type: 'FilemillPdf', parameters: rotate, continueOnFail: true };
		const [bad, good, empty, ...others] = await bench.host.run(node, items);

		expect(others).toEqual([]);
		expect(Object.keys(bad?.json ?? {})).toEqual(['error', 'message']);
		expect(bad?.pairedItem).toEqual({ item: 0 });
		expect(rotationsOf(await bytes(bench.host, good))).toEqual(['90', '90', '90']);
		expect(empty).toMatchObject({
			json: { error: expect.stringContaining("'data'") },
			pairedItem: { item: 2 },
		});
	});

	it('gives an item for each of the inputs that go together', async () => {
		const items = [await bench.host.item(pdf), { json: {} }];
		const node = { type: 'FilemillFile', parameters: { operation: 'merge' }, continueOnFail: true };

		const results = await bench.host.run(node, items);

		expect(results.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('says that a pinned draft has lost its file, and leaves no job behind', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);
		await bench.host.stop();

		const run = bench.host.run({ type: 'FilemillExport' }, imported);

		await expect(run).rejects.toMatchObject({
			message: expect.stringContaining('"pages-3.pdf" is not stored any more'),
			description: expect.stringContaining('Import node'),
		});
		expect(bench.host.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
	});

	it('deletes its job when the execution is stopped', async () => {
		const stop = new AbortController();
		const node = { type: 'FilemillPdf', parameters: rotate, signal: stop.signal };
		const run = bench.host.run(node, [await bench.host.item(longPdf)]);
		const created = setInterval(
			() => bench.host.requests.some(({ method }) => method === 'PUT') && stop.abort(),
			1,
		);

		await expect(run).rejects.toMatchObject({ name: 'NodeOperationError' });

		clearInterval(created);
		expect(bench.host.requests.at(-1)?.method).toBe('DELETE');
	});
});
