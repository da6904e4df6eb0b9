import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import type { N8nBench } from './n8n-bench.ts';
import type { Execution } from './n8n-client.ts';
import { filemill, workflowOf } from './workflow.ts';

const tasks = {
	text: { operation: 'import/raw', file: 'Hello', filename: 'hello.txt' },
	result: { operation: 'export/url', input: 'text' },
};

/** That a workflow with the Trigger node starts by itself when a job ends. */
export function triggerCases(bench: N8nBench): void {
	/** The webhooks of the service, once there are so many: n8n switches a workflow on and off after its answer. */
	const registered = async (count: number) => {
		const client = new Client(bench.service);
		const path = '/v2/webhooks';
		for (let tries = 0; ; tries++) {
			const { body } = await client.request<{ data: object[] }>('GET', path);
			if (body.data.length === count || tries > 100) return body.data;
			await delay(100);
		}
	};

	it.each(['job', 'file'])(
		'registers itself, starts with the %s, and is removed when switched off',
		async (output) => {
			const tag = `hosts-${output}`;
			const trigger = {
				...filemill('Trigger', '', { events: ['job.finished'], output, options: { tag } }),
				webhookId: randomUUID(),
			};
			const workflow = workflowOf(`Trigger with the ${output}`, { Trigger: trigger }, {});
			const { client } = bench.n8n;
			const id = await client.importWorkflow(workflow, bench.credential);
			await client.activate(id);
			expect(await registered(1)).toMatchObject([{ events: ['job.finished'], tag }]);

			const service = new Client(bench.service);
			const body = { tasks, tag };
			const job = await service.request<{ data: { id: string } }>('POST', '/v2/jobs', { body });
			const execution = await executionOf(id);

			expect(execution.status).toBe('success');
			const [item] = execution.items('Trigger');
			expect(item?.json).toMatchObject({ event: 'job.finished' });
			expect(JSON.stringify(item?.json)).toContain(job.body.data.id);
			if (output === 'file') expect(String(await client.content(item?.binary?.data))).toBe('Hello');

			await client.request('POST', `/rest/workflows/${id}/deactivate`, {});
			expect(await registered(0)).toEqual([]);
		},
	);

	/** The first execution of a workflow, which begins by itself. */
	async function executionOf(workflowId: string): Promise<Execution> {
		const { client } = bench.n8n;
		const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }) });
		for (let tries = 0; tries < 200; tries++) {
			const { results } = await client.request<{ results: readonly { id: string }[] }>(
				'GET',
				`/rest/executions?${query}`,
			);
			if (results[0]) return client.lastExecution(workflowId);
			await delay(100);
		}
		throw new Error(`The workflow ${workflowId} did not start.\n${bench.n8n.log()}`);
	}
}
