import { tmpdir } from 'node:os';
import { afterAll, beforeAll } from '@jest/globals';
import { startService, type TestService } from '../../harness/start-service.ts';
import { startN8n, type TestN8n } from './start-n8n.ts';

/** A real n8n beside a real service for the tests of a file, with a credential for it. */
export class N8nBench {
	#n8n: TestN8n | undefined;
	#service: TestService | undefined;
	#credential = '';

	constructor(environment: Readonly<Record<string, string>> = {}) {
		beforeAll(async () => {
			this.#service = await startService({
				FILEMILL_ALLOW_ADDRESSES: '127.0.0.1',
				FILEMILL_FILE_ROOTS: tmpdir(),
			});
			this.#n8n = await startN8n(environment);
			const { url: baseUrl, apiKey } = this.#service;
			this.#credential = await this.#n8n.client.saveCredential('Filemill', { baseUrl, apiKey });
		});
		afterAll(async () => {
			await this.#n8n?.stop();
			// Only errors are logged, which explain a test that failed.
			if (this.#service?.log()) console.error(this.#service.log());
			await this.#service?.stop();
		});
	}

	get service(): TestService {
		if (!this.#service) throw new Error('The service runs only during the tests.');
		return this.#service;
	}

	get n8n(): TestN8n {
		if (!this.#n8n) throw new Error('n8n runs only during the tests.');
		return this.#n8n;
	}

	/** The id of the credential. */
	get credential(): string {
		return this.#credential;
	}
}
