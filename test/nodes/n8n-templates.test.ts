import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { startService, type TestService } from '../harness/start-service.ts';
import { N8nHost } from './n8n-host.ts';

const folder = new URL('../../templates/', import.meta.url);

interface Template {
	readonly nodes: readonly { name: string; type: string; parameters: Record<string, never> }[];
	readonly connections: Record<string, { main: { node: string }[][] }>;
}

let service: TestService;
let host: N8nHost;

beforeAll(async () => {
	service = await startService();
	host = await N8nHost.start({ baseUrl: service.url, apiKey: service.apiKey });
});

afterAll(async () => {
	await host?.stop();
	await service?.stop();
});

const read = (file: string): Template => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** Runs the nodes one after the other along their wires, from the trigger on. */
async function execute({ nodes, connections }: Template): Promise<INodeExecutionData[]> {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'));
	let items: INodeExecutionData[] = [{ json: {} }];
	let next = connections[trigger?.name ?? '']?.main[0]?.[0]?.node;
	while (next) {
		const node = nodes.find(({ name }) => name === next);
		const [, type = ''] = /^@filemill\/n8n-nodes-filemill\.f(\w+)$/.exec(node?.type ?? '') ?? [];
		items = await host.run({ type: `F${type}`, name: next, parameters: node?.parameters }, items);
		next = connections[next]?.main[0]?.[0]?.node;
	}
	return items;
}

describe('templates', () => {
	// The others have nodes of n8n itself, and run in the real one (`npm run test:hosts`).
	it('monthly-report.json runs as it is, as one job', async () => {
		const items = await execute(read('monthly-report.json'));

		const posts = host.requests.filter(({ method }) => method === 'POST');
		expect(posts).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			filename: 'monthly-report.pdf',
			mimeType: 'application/pdf',
		});
		const binary = items[0]?.binary?.data;
		const content = binary ? await host.content(binary) : Buffer.alloc(0);
		const text = execFileSync('pdftotext', ['-', '-'], { input: content, encoding: 'utf8' });
		expect(text).toMatch(/Monthly Report[\s\S]*Figures[\s\S]*November\s+141/);
	});
});
