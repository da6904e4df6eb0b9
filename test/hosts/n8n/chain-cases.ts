import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { fixture } from '../../harness/fixtures.ts';
import { jobsDuring } from '../../harness/jobs-during.ts';
import { rotationsOf, textOf } from '../../nodes/n8n-bench.ts';
import type { N8nBench } from './n8n-bench.ts';
import { postFile } from './post-file.ts';
import { filemill, line, webhook, workflowOf } from './workflow.ts';

/** How six nodes become one job. */
export function chainCases(bench: N8nBench): void {
	it('with a branch and a merge runs as one job', async () => {
		const id = await bench.n8n.client.importWorkflow(branched, bench.credential);
		await bench.n8n.client.activate(id);
		const url = `${bench.n8n.url}/webhook/branched`;
		const content = await readFile(fixture('office/pages-3.docx'));
		let answer = new Response();

		const jobs = await jobsDuring(bench.service, async () => {
			answer = await postFile(url, content, 'three pages.docx');
		});

		expect(await bench.n8n.client.lastExecution(id)).toMatchObject({
			status: 'success',
			error: undefined,
		});
		expect(answer.headers.get('content-type')).toBe('application/pdf');
		const pdf = Buffer.from(await answer.arrayBuffer());
		expect(rotationsOf(pdf)).toEqual(['90', '90', '90', '0']);
		expect(textOf(pdf).match(/Page \d/g)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 2']);
		expect(jobs).toHaveLength(1);
		expect(jobs[0]?.tasks.map(({ operation }) => operation).toSorted()).toEqual([
			'convert',
			'export/url',
			'import/upload',
			'merge',
			'pdf/extract-pages',
			'pdf/rotate-pages',
		]);
	});
}

/** Six nodes of the package with a branch and a merge, called by a webhook. */
export const branched = workflowOf(
	'Branch and merge',
	{
		Webhook: { ...webhook('branched'), position: [0, 0] },
		Import: filemill('Import', 'import/upload', {}, { position: [220, 0] }),
		'To PDF': filemill('File', 'convert', { output_format: 'pdf' }, { position: [440, 0] }),
		Turn: filemill('Pdf', 'pdf/rotate-pages', { rotation: '+90' }, { position: [660, -110] }),
		'Second Page': filemill('Pdf', 'pdf/extract-pages', { pages: '2' }, { position: [660, 110] }),
		Both: {
			type: 'n8n-nodes-base.merge',
			typeVersion: 3.2,
			parameters: { mode: 'append' },
			position: [880, 0],
		},
		Join: filemill(
			'File',
			'merge',
			{ combine: 'all', options: { filename: 'both.pdf' } },
			{ position: [1100, 0] },
		),
		Export: filemill('Export', 'export/url', {}, { position: [1320, 0] }),
	},
	{
		...line('Webhook', 'Import', 'To PDF'),
		'To PDF': ['Turn', 'Second Page'],
		Turn: ['Both#0'],
		'Second Page': ['Both#1'],
		...line('Both', 'Join', 'Export'),
	},
);
