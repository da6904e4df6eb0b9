import { copyFileSync, createReadStream, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fixture } from '../../harness/fixtures.ts';
import type { N8nBench } from './n8n-bench.ts';
import type { Workflow, WorkflowNode } from './n8n-client.ts';
import { templateResults } from './template-results.ts';

const templates = new URL('../../../templates/', import.meta.url);

/** That each template runs as it is, once it has a credential and its settings. */
export function templateCases(bench: N8nBench): void {
	const web = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		createReadStream(fixture('html/report.html')).pipe(response);
	});
	let page = '';
	beforeAll(async () => {
		await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
		const address = web.address();
		page = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
	});
	afterAll(() => {
		web.close();
	});

	it.each(Object.entries(templateResults))('%s runs as it is', async (file, one) => {
		const folder = mkdtempSync(path.join(bench.service.data, 'template-'));
		for (const name of one.files ?? [])
			copyFileSync(fixture(name), path.join(folder, path.basename(name)));
		await one.prepare?.(folder);
		const template = withSettings(read(file), one.settings?.(folder, page) ?? {});
		const { client } = bench.n8n;
		const id = await client.importWorkflow(template, bench.credential);

		const execution = await client.execute(id, triggerOf(template));

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const items = execution.items(lastNode(template));
		expect(items).not.toHaveLength(0);
		const binaries = items.flatMap(({ binary = {} }) => Object.values(binary));
		const files = await Promise.all(binaries.map((binary) => client.content(binary)));
		one.check({ files, folder });
	});

	it('are all among them', () => {
		expect(Object.keys(templateResults).toSorted()).toEqual(readdirSync(templates).toSorted());
	});
}

function read(file: string): Workflow {
	return JSON.parse(readFileSync(new URL(file, templates), 'utf8'));
}

/** The template with the values that a person would write into its node "Settings". */
function withSettings(template: Workflow, settings: Readonly<Record<string, string>>): Workflow {
	const assignments = Object.entries(settings).map(([name, value]) => ({
		...{ id: name, type: 'string' },
		name,
		value,
	}));
	const filled = (node: WorkflowNode) =>
		node.name === 'Settings' ? { ...node, parameters: { assignments: { assignments } } } : node;
	return { ...template, nodes: template.nodes.map(filled) };
}

function triggerOf({ nodes }: Workflow): string {
	return nodes.find(({ type }) => type.endsWith('Trigger'))?.name ?? '';
}

/** The node that leads to no other, or only to one that is switched off. */
function lastNode({ nodes, connections }: Workflow): string {
	const off = nodes.find(({ disabled }) => disabled === true)?.name;
	const last = nodes.find(
		({ name, type, disabled }) =>
			!disabled &&
			!type.endsWith('stickyNote') &&
			(!(name in connections) || JSON.stringify(connections[name]).includes(`"${off}"`)),
	);
	return last?.name ?? '';
}
