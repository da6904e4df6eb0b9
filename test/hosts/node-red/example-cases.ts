import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { download, type JobAnswer } from '../../harness/client.ts';
import { jobsDuring } from '../../harness/jobs-during.ts';
import { attachmentsOf } from '../../harness/read-pdf.ts';
import type { FlowNode } from '../../harness/start-node-red.ts';
import { rotationsOf, textOf } from '../../nodes/n8n-bench.ts';
import type { NodeRedBench } from './node-red-bench.ts';

const folder = fileURLToPath(new URL('../../../examples', import.meta.url));
const names = readdirSync(folder).map((file) => path.basename(file, '.json'));

/** What the file of an example must be, read by another program than the one that made it. */
const results: Readonly<Record<string, (content: Buffer) => void>> = {
	'chain-as-one-job': (content) => {
		expect(textOf(content)).toMatch(/Written in Node-RED/);
		expect(rotationsOf(content)).toEqual(['90']);
	},
	'invoice-with-zugferd': (content) => {
		expect(textOf(content)).toMatch(/To pay: 529\.87 EUR/);
		expect(attachmentsOf(content)).toContain('factur-x.xml');
	},
	'stamp-and-protect': (content) => {
		const text = execFileSync('pdftotext', ['-upw', 'mill', '-', '-'], { input: content });
		expect(String(text)).toMatch(/Two mills/);
		expect(() => textOf(content)).toThrow();
	},
	'job-events': (content) => expect(textOf(content)).toContain('while the flow goes on'),
	'merge-two': (content) => expect(textOf(content)).toMatch(/Cover[\s\S]*\f[\s\S]*Dear reader/),
	'word-to-pdf': (content) => expect(textOf(content).match(/Page \d/g)).toHaveLength(3),
};

/** That each example flow runs as it is, as one job. */
export function exampleCases(bench: NodeRedBench): void {
	it.each(names)('%s runs as it is, as one job', async (name) => {
		await bench.nodeRed.deploy(readExample(name));

		const jobs = await jobsDuring(bench.service, async () => {
			const shown = await bench.nodeRed.inject(`${name}-start`);
			expect(shown).toMatchObject({ id: `${name}-result` });
		});

		expect(jobs.map(({ status }) => status)).toEqual(['finished']);
		for (const content of await exported(jobs[0])) results[name]?.(content);
	});

	it('word-to-pdf writes the file that it got', async () => {
		await bench.nodeRed.deploy(readExample('word-to-pdf'));

		await bench.nodeRed.inject('word-to-pdf-start');

		results['word-to-pdf']?.(readFileSync(bench.written));
	});

	it('each have a check of their result', () => {
		expect(Object.keys(results).toSorted()).toEqual(names.toSorted());
	});
}

function exported(job: JobAnswer | undefined): Promise<Buffer[]> {
	const task = job?.tasks.find(({ operation }) => operation === 'export/url');
	if (!job || !task?.result?.files?.length) throw new Error('The job exported no file.');
	return download(job, task.name);
}

/** The nodes of an example flow. */
export function readExample(name: string): FlowNode[] {
	return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
}
