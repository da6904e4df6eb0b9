import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { startService, type TestService } from '../harness/start-service.ts';
import { N8nHost } from './n8n-host.ts';

/** A service for the tests of a file, and a new host for each of them. */
export class Bench {
	#service: TestService | undefined;
	#host: N8nHost | undefined;

	constructor() {
		beforeAll(async () => {
			this.#service = await startService({
				// Captures may reach a page of the tests.
				FILEMILL_ALLOW_ADDRESSES: '127.0.0.1',
				FILEMILL_FILE_ROOTS: tmpdir(),
			});
		});
		afterAll(() => this.#service?.stop());
		beforeEach(() => this.newHost('stored'));
		afterEach(() => this.#host?.stop());
	}

	get service(): TestService {
		if (!this.#service) throw new Error('The service runs only during the tests.');
		return this.#service;
	}

	get host(): N8nHost {
		if (!this.#host) throw new Error('There is a host only during a test.');
		return this.#host;
	}

	/** Goes on with a host that keeps files in the other place. */
	async newHost(mode: 'stored' | 'memory'): Promise<void> {
		await this.#host?.stop();
		const { url: baseUrl, apiKey } = this.service;
		this.#host = await N8nHost.start({ baseUrl, apiKey }, mode);
	}
}

/** The content of the file in a field of an item. */
export async function bytes(
	host: N8nHost,
	item: INodeExecutionData | undefined,
	field = 'data',
): Promise<Buffer> {
	const binary = item?.binary?.[field];
	if (!binary) throw new Error(`The item has no file "${field}".`);
	return host.content(binary);
}

/** The text of a PDF, as Poppler reads it. */
export const textOf = (pdf: Buffer) =>
	execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

/** The rotation of each page of a PDF, as Poppler reads it. */
export const rotationsOf = (pdf: Buffer) =>
	execFileSync('pdfinfo', ['-l', '99', '-'], { input: pdf, encoding: 'utf8' }).match(
		/(?<=rot: +)\d+/g,
	);
