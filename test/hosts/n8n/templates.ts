import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { textOf } from '../../nodes/n8n-bench.ts';
import type { N8nBench } from './n8n-bench.ts';
import type { Workflow } from './n8n-client.ts';

const folder = new URL('../../../templates/', import.meta.url);

/** What the files of a template's last node must be, read by another program than the one that made them. */
const results: Readonly<Record<string, (content: Buffer) => void>> = {
	'monthly-report.json': (content) =>
		expect(textOf(content)).toMatch(/Monthly Report[\s\S]*Figures[\s\S]*November\s+141/),
};

/** That each template runs as it is, once it has a credential. */
export function templateCases(bench: N8nBench): void {
	it.each(readdirSync(folder))('%s runs as it is', async (file) => {
		const template = read(file);
		const { client } = bench.n8n;
		const id = await client.importWorkflow(template, bench.credential);

		const execution = await client.execute(id, triggerOf(template));

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const files = execution
			.items(lastNode(template))
			.flatMap(({ binary = {} }) => Object.values(binary));
		expect(files).not.toHaveLength(0);
		for (const content of await Promise.all(files.map((one) => client.content(one))))
			results[file]?.(content);
	});

	it('each have a check of their result', () => {
		expect(Object.keys(results).toSorted()).toEqual(readdirSync(folder).toSorted());
	});
}

function read(file: string): Workflow {
	return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

function triggerOf({ nodes }: Workflow): string {
	return nodes.find(({ type }) => type.endsWith('Trigger'))?.name ?? '';
}

/** The node that leads to no other. */
function lastNode({ nodes, connections }: Workflow): string {
	const last = nodes.find(
		({ name, type }) => !(name in connections) && !type.endsWith('stickyNote'),
	);
	return last?.name ?? '';
}
