import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { fixture } from '../harness/fixtures.ts';
import { Bench, bytes, rotationsOf, textOf } from './n8n-bench.ts';
import { jsonOf } from './n8n-host.ts';

const pdf = fixture('pdf/pages-3.pdf');
const longPdf = fixture('pdf/pages-12.pdf');
const bench = new Bench();
const tasks = {
	text: { operation: 'import/raw', file: 'Hello', filename: 'hello.txt' },
	result: { operation: 'export/url', input: 'text' },
};
const failing = {
	text: { operation: 'import/raw', file: 'no PDF', filename: 'hello.txt' },
	turned: { operation: 'pdf/rotate-pages', input: 'text', rotation: '+90' },
};
const waiting = { file: { operation: 'import/upload' } };

const job = (
	parameters: INode['parameters'],
	items: INodeExecutionData[] = [{ json: {} }],
	more: object = {},
) => bench.host.run({ type: 'FilemillJob', parameters, ...more }, items);
const run = (given: object, options: INode['parameters'] = {}, rest: object = {}) => ({
	operation: 'run',
	job: JSON.stringify(given),
	options,
	...rest,
});
const start = async (given: object, options: INode['parameters'] = {}) => {
	const [item] = await job(run(given, { wait: 'no', ...options }));
	return String(item?.json.id);
};

describe('the operation Run', () => {
	it('runs the job that a new node offers, and gives it in short', async () => {
		const [item, ...others] = await job({ operation: 'run' });

		expect(others).toEqual([]);
		expect(item?.pairedItem).toEqual({ item: 0 });
		expect(Object.keys(item?.json ?? {})).toEqual([
			'id',
			'tag',
			'status',
			'created_at',
			'started_at',
			'ended_at',
			'tasks',
			'files',
		]);
		expect(item?.json).toMatchObject({
			tag: 'Test workflow',
			status: 'finished',
			tasks: expect.arrayContaining([
				expect.objectContaining({
					name: 'pdf',
					operation: 'convert',
					status: 'finished',
					percent: 100,
					code: null,
				}),
			]),
			files: [{ task: 'result', filename: 'hello.pdf', url: expect.stringMatching(/^http/) }],
		});
	});

	it('takes a whole request, and its answer as it is', async () => {
		const [item] = await job(run({ tag: 'whole', tasks }, {}, { simplify: false }));

		expect(item?.json).toMatchObject({ tag: 'whole', links: { self: expect.any(String) } });
		expect(item?.json.files).toBeUndefined();
	});

	it('sends the files of the fields to the uploads in their order, and gives a file an item', async () => {
		const turn = {
			first: { operation: 'import/upload' },
			second: { operation: 'import/upload' },
			turned: { operation: 'pdf/rotate-pages', input: 'second', rotation: '+90' },
			result: { operation: 'export/url', input: ['turned', 'first'] },
		};
		const fields = { inputDataFieldName: 'data, data1' };

		const items = await job(run(turn, fields, { output: 'file', outputDataFieldName: 'made' }), [
			await bench.host.item(longPdf, pdf),
		]);

		expect(items.map(({ json, pairedItem }) => [json.filename, json.from, pairedItem])).toEqual([
			['pages-3.pdf', 'test', { item: 0 }],
			['pages-12.pdf', 'test', { item: 0 }],
		]);
		expect(rotationsOf(await bytes(bench.host, items[0], 'made'))).toEqual(['90', '90', '90']);
		expect(textOf(await bytes(bench.host, items[1], 'made'))).toContain('Page 12');
	});

	it('says for which upload no field is named, before anything is sent', async () => {
		const two = { one: { operation: 'import/upload' }, two: { operation: 'import/upload' } };

		const refused = job(run(two), [await bench.host.item(pdf)]);

		await expect(refused).rejects.toMatchObject({
			message: expect.stringContaining('"two"'),
			description: expect.stringContaining('Input Data Field Name'),
		});
		expect(bench.host.requests).toEqual([]);
	});

	it('leaves an upload to others when no field is named', async () => {
		const options = { wait: 'no', inputDataFieldName: '' };

		const [item] = await job(run(waiting, options));

		expect(item?.json).toMatchObject({
			status: 'waiting',
			tasks: [{ upload_url: expect.stringMatching(/^http/) }],
		});
		await job({ operation: 'delete', jobId: String(item?.json.id) });
	});

	it('gets its job again when the node is retried', async () => {
		const node = { executionId: '78' };

		const [first] = await job(run(tasks), undefined, node);
		const [again] = await job(run(tasks), undefined, node);

		expect(again?.json.id).toBe(first?.json.id);
	});

	it('stops at a job that fails, and with Continue on Fail gives an item for each input', async () => {
		const items = [{ json: { given: failing } }, { json: { given: tasks } }];

		const stopped = job(run(failing));
		await expect(stopped).rejects.toMatchObject({ message: expect.stringContaining('"turned"') });

		const results = await job(run(failing), items, { continueOnFail: true });
		expect(results.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(results[0]?.json.error).toContain('"turned"');
	});

	it.each([
		['{ "a": ', 'no valid JSON'],
		['[]', 'no object'],
		['{}', 'no tasks'],
		['{ "a": { "input": "b" } }', '"a" has no operation'],
	])('says what is wrong with the JSON %s', async (given, reason) => {
		const refused = job({ operation: 'run', job: given });

		await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(reason) });
	});
});

describe('the operations on a job that is there', () => {
	let id = '';
	beforeEach(async () => {
		id = await start(tasks);
	});

	it('wait until it has ended, and give its files', async () => {
		const wait = { operation: 'wait', jobId: id, output: 'both' };

		const [item] = await job(wait);

		expect(item?.json).toMatchObject({ jobId: id, url: expect.stringMatching(/^http/) });
		expect(String(await bytes(bench.host, item))).toBe('Hello');
	});

	it('stop the workflow when it failed, but only look at it with Get', async () => {
		const failed = await start(failing);

		const refused = job({ operation: 'wait', jobId: failed });

		await expect(refused).rejects.toMatchObject({
			message: expect.stringContaining('"turned"'),
			description: expect.stringContaining(failed),
		});
		const [item] = await job({ operation: 'get', jobId: failed, output: 'file' });
		expect(item?.json).toMatchObject({ id: failed, status: 'error', files: [] });
	});

	it('cancel what has not ended', async () => {
		const upload = await start(waiting, { inputDataFieldName: '' });

		const [cancelled] = await job({ operation: 'cancel', jobId: upload });

		expect(cancelled?.json).toMatchObject({ status: 'error', tasks: [{ code: 'CANCELLED' }] });
	});

	it('leave a job that has ended as it is when it is cancelled', async () => {
		await job({ operation: 'wait', jobId: id });

		const [item] = await job({ operation: 'cancel', jobId: id });

		expect(item?.json.status).toBe('finished');
	});

	it('retry one that failed as a new job, and stop the workflow when it fails again', async () => {
		const failed = await start(failing);
		await expect(job({ operation: 'wait', jobId: failed })).rejects.toThrow('"turned"');

		const [again] = await job({ operation: 'retry', jobId: failed, options: { wait: 'no' } });

		expect(again?.json.id).not.toBe(failed);
		await expect(job({ operation: 'retry', jobId: failed })).rejects.toMatchObject({
			message: expect.stringContaining('"turned"'),
			description: expect.not.stringContaining(failed),
		});
		await job({ operation: 'wait', jobId: id });
		await expect(job({ operation: 'retry', jobId: id })).rejects.toMatchObject({
			message: expect.stringContaining('only a job that has failed can be retried'),
		});
	});

	it('delete it, after which it is not found', async () => {
		const [deleted] = await job({ operation: 'delete', jobId: id });

		expect(deleted?.json).toEqual({ id, deleted: true });
		await expect(job({ operation: 'get', jobId: id })).rejects.toMatchObject({
			message: expect.stringContaining('no such job'),
		});
	});

	it('say that an ID is missing, which would be another address', async () => {
		await expect(job({ operation: 'delete', jobId: ' ' })).rejects.toMatchObject({
			message: 'The job ID is empty.',
		});
	});
});

describe('a node that does not wait', () => {
	it('gives the ID of its job, by which another waits for it', async () => {
		const imported = await bench.host.run({ type: 'FilemillImport' }, [await bench.host.item(pdf)]);
		const parameters = { options: { wait: 'no' } };
		const [exported] = await bench.host.run({ type: 'FilemillExport', parameters }, imported);
		const turn = { ...parameters, operation: 'pdf/rotate-pages', rotation: '+90' };
		const [turned] = await bench.host.run({ type: 'FilemillPdf', parameters: turn }, [
			await bench.host.item(pdf),
		]);

		const ids = [exported, turned].map((item) => String(item?.json.jobId));
		const files = await job({ operation: 'wait', jobId: ids[1] ?? '', output: 'file' });

		expect([exported, turned]).toMatchObject([
			{ json: { from: 'test', jobId: expect.any(String) }, pairedItem: { item: 0 } },
			{ json: { from: 'test', jobId: expect.any(String) }, pairedItem: { item: 0 } },
		]);
		expect(rotationsOf(await bytes(bench.host, files[0]))).toEqual(['90', '90', '90']);
		await job({ operation: 'wait', jobId: ids[0] ?? '' });
	});
});

describe('the operation Get Many', () => {
	it('lists the newest first, as many as wanted, of a tag and a state', async () => {
		const ids = [
			await start(waiting, { tag: 'listed', inputDataFieldName: '' }),
			await start(waiting, { tag: 'listed', inputDataFieldName: '' }),
			await start(waiting, { tag: 'listed', inputDataFieldName: '' }),
		];
		await job({ operation: 'cancel', jobId: ids[1] ?? '' });
		const list = (parameters: INode['parameters']) =>
			job({ operation: 'getAll', ...parameters }).then(jsonOf);

		const all = await list({ returnAll: true, filters: { tag: 'listed' } });
		const last = await list({ limit: 2, filters: { tag: 'listed' } });
		const failed = await list({ limit: 5, filters: { tag: 'listed', status: 'error' } });

		expect(all.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
		expect(last).toEqual(all.slice(0, 2));
		expect(failed).toMatchObject([{ id: ids[1], tasks: [{ code: 'CANCELLED' }] }]);
	});
});
