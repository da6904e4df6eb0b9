import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { freePort } from '../../../scripts/start/free-port.ts';
import { Client, type JobAnswer } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { textOf } from '../../nodes/n8n-bench.ts';
import { startFullService } from '../full-service.ts';
import type { N8nBench } from './n8n-bench.ts';
import type { Execution } from './n8n-client.ts';
import { filemill, line, workflowOf } from './workflow.ts';

const workflow = workflowOf(
	'Note to PDF',
	{
		Start: { type: 'n8n-nodes-base.manualTrigger' },
		Note: filemill('Import', 'import/raw', { file: 'A note of the mill', filename: 'note.txt' }),
		'To PDF': filemill('File', 'convert', { output_format: 'pdf' }),
		Export: filemill('Export', 'export/url'),
	},
	line('Start', 'Note', 'To PDF', 'Export'),
);

/** How a workflow ends when the service is not as it should be, and what the person reads. */
export function failureCases(bench: N8nBench): void {
	async function importFor(service: { readonly url: string; readonly apiKey: string }) {
		const { client } = bench.n8n;
		const data = { baseUrl: service.url, apiKey: service.apiKey };
		return client.importWorkflow(workflow, await client.saveCredential('Other', data));
	}

	async function run(service: { readonly url: string; readonly apiKey: string }) {
		return bench.n8n.client.execute(await importFor(service), 'Start');
	}

	async function expectNote(execution: Execution): Promise<void> {
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const [item] = execution.items('Export');
		expect(textOf(await bench.n8n.client.content(item?.binary?.data))).toContain(
			'A note of the mill',
		);
	}

	it('says that the key is not known, and where to mend it', async () => {
		const { status, error } = await run({ url: bench.service.url, apiKey: 'no-key' });

		expect(status).toBe('error');
		expect(error).toMatchObject({
			node: { name: 'Export' },
			message: 'The Filemill service does not know this API key.',
			description: expect.stringContaining('Check the API key'),
		});
	});

	it('says that no service answers, and at which address', async () => {
		const { status, error } = await run({ url: 'http://127.0.0.1:9', apiKey: 'any' });

		expect(status).toBe('error');
		expect(error).toMatchObject({
			message: 'No answer from the Filemill service.',
			description: expect.stringMatching(/runs.*127\.0\.0\.1:9/),
		});
	});

	it('comes again when the service is full for a moment', async () => {
		const full = await startFullService(bench.service.url, 2);

		const execution = await run({ url: full.url, apiKey: bench.service.apiKey });

		await full.close();
		await expectNote(execution);
		expect(full.refused()).toBe(2);
	});

	it('says that the service stays full, and what helps', async () => {
		const full = await startFullService(bench.service.url, 100);

		const { status, error } = await run({ url: full.url, apiKey: bench.service.apiKey });

		await full.close();
		expect(status).toBe('error');
		expect(error).toMatchObject({
			message: 'Too many jobs wait already.',
			description: expect.stringContaining('fewer jobs at a time'),
		});
	});

	it('gets its file from a service that dies at work and comes back', async () => {
		const port = String(await freePort(0));
		const first = await startService({ FILEMILL_PORT: port });
		const { client } = bench.n8n;
		const executionId = await client.start(await importFor(first), 'Start');
		await untilProcessing(first);
		await first.kill();

		const second = await startService({ FILEMILL_PORT: port, FILEMILL_DATA: first.data });
		const execution = await client.ended(executionId);

		await expectNote(execution);
		await second.stop();
	});
}

async function untilProcessing(service: TestService): Promise<void> {
	const client = new Client(service);
	for (;;) {
		const { body } = await client.request<{ data: JobAnswer[] }>('GET', '/v2/jobs');
		if (body.data.some(({ status }) => status === 'processing')) return;
		await delay(20);
	}
}
