import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { fixture } from '../../harness/fixtures.ts';
import { type NodeRedHost, startNodeRed, type TestNodeRed } from '../../harness/start-node-red.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

/** A Node-RED beside a real service for the tests of a file, with the environment that the examples read. */
export class NodeRedBench {
	/** Where the example that writes a file puts it. */
	readonly written: string;
	#nodeRed: TestNodeRed | undefined;
	#service: TestService | undefined;

	constructor(host: NodeRedHost) {
		const folder = mkdtempSync(path.join(tmpdir(), 'filemill-example-'));
		this.written = path.join(folder, 'made/result.pdf');
		beforeAll(async () => {
			this.#service = await startService();
			this.#nodeRed = await startNodeRed(
				{
					FILEMILL_URL: this.#service.url,
					FILEMILL_API_KEY: this.#service.apiKey,
					FILEMILL_EXAMPLE_FILE: fixture('office/pages-3.docx'),
					FILEMILL_EXAMPLE_OUTPUT: this.written,
				},
				host,
			);
		});
		afterAll(async () => {
			await this.#nodeRed?.stop();
			// Only errors are logged, which explain a test that failed.
			if (this.#service?.log()) console.error(this.#service.log());
			await this.#service?.stop();
			rmSync(folder, { recursive: true });
		});
	}

	get service(): TestService {
		if (!this.#service) throw new Error('The service runs only during the tests.');
		return this.#service;
	}

	get nodeRed(): TestNodeRed {
		if (!this.#nodeRed) throw new Error('Node-RED runs only during the tests.');
		return this.#nodeRed;
	}
}
