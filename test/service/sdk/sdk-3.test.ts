import { afterAll, describe } from '@jest/globals';
import CloudConvert from 'cloudconvert';
import { describeSdk, hosts } from '../../harness/sdk-scenario.ts';

const original = globalThis.fetch;

afterAll(() => {
	globalThis.fetch = original;
});

describe('the official SDK 3.0, whose base address is another', () => {
	describeSdk((service) => {
		globalThis.fetch = (input, init) => {
			const asked = new URL(input instanceof Request ? input.url : input);
			const base = hosts.get(asked.hostname);
			const path = asked.pathname.replace('/v2/', base ?? '/v2/');
			return original(base ? new URL(path + asked.search, service.url) : input, init);
		};
		return new CloudConvert(service.apiKey);
	});
});
