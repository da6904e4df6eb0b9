import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { installNodes } from '../harness/install-nodes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe("n8n's scanner of community packages", () => {
	it('finds nothing in the sources and in what is published', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'filemill-scan-'));
		installNodes(folder);
		const published = path.join(folder, 'node_modules/@filemill/n8n-nodes-filemill');
		const script = path.join(root, 'test/hosts/scan.mjs');

		const found = execFileSync(process.execPath, [script, root, published], {
			encoding: 'utf8',
			// Where Jest says "test" here, a rule takes files for those of its own tests.
			env: { PATH: process.env.PATH },
		});

		rmSync(folder, { recursive: true });
		expect(found).toBe('');
	});
});
