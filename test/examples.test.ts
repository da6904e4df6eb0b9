import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixture } from './harness/fixtures.ts';
import { type FlowNode, startNodeRed, type TestNodeRed } from './harness/start-node-red.ts';
import { startService, type TestService } from './harness/start-service.ts';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const names = readdirSync(folder).map((file) => path.basename(file, '.json'));
const output = mkdtempSync(path.join(tmpdir(), 'filemill-example-'));

let service: TestService;
let nodeRed: TestNodeRed;

beforeAll(async () => {
	service = await startService();
	nodeRed = await startNodeRed({
		FILEMILL_URL: service.url,
		FILEMILL_API_KEY: service.apiKey,
		FILEMILL_EXAMPLE_FILE: fixture('office/pages-3.docx'),
		FILEMILL_EXAMPLE_OUTPUT: path.join(output, 'made/result.pdf'),
	});
});

afterAll(async () => {
	await nodeRed?.stop();
	await service?.stop();
	rmSync(output, { recursive: true });
});

describe('the example flows', () => {
	it.each(names)('%s runs as it is', async (name) => {
		await nodeRed.deploy(read(name));

		const shown = await nodeRed.inject(`${name}-start`);

		expect(shown).toMatchObject({ id: `${name}-result`, msg: expect.stringContaining('jobId') });
	});

	it('word-to-pdf writes the PDF where it is told to', async () => {
		await nodeRed.deploy(read('word-to-pdf'));

		await nodeRed.inject('word-to-pdf-start');

		const report = execFileSync('pdfinfo', [path.join(output, 'made/result.pdf')]).toString();
		expect(report).toMatch(/Pages:\s+3/);
	});

	it('use each node of the package', () => {
		const manifest = JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8'));
		const used = new Set(names.flatMap((name) => read(name).map(({ type }) => type)));

		for (const type of Object.keys(manifest['node-red'].nodes)) expect(used).toContain(type);
	});
});

function read(name: string): FlowNode[] {
	return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
}
