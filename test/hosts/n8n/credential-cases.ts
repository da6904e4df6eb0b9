import { expect, it } from '@jest/globals';
import type { N8nBench } from './n8n-bench.ts';

/** What the button "Test" of the credential says. */
export function credentialCases(bench: N8nBench): void {
	const tested = (data: Readonly<Record<string, string>>) => {
		const { url: baseUrl, apiKey } = bench.service;
		return bench.n8n.client.testCredential({ baseUrl, apiKey, ...data });
	};

	it('succeeds with the address and key of a service', async () => {
		expect(await tested({})).toMatchObject({ status: 'OK' });
	});

	it('takes an address with a slash at its end', async () => {
		expect(await tested({ baseUrl: `${bench.service.url}/` })).toMatchObject({ status: 'OK' });
	});

	it('says that the key is wrong', async () => {
		expect(await tested({ apiKey: 'no-key' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/does not know this API key/),
		});
	});

	it('says that nothing answers', async () => {
		expect(await tested({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
	});

	it('says that something else answers', async () => {
		expect(await tested({ baseUrl: bench.n8n.url })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/not.* a Filemill service/),
		});
	});
}
