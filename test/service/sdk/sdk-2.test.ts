import { describe } from '@jest/globals';
import CloudConvert from 'cloudconvert-2';
import { describeSdk, hosts } from '../../harness/sdk-scenario.ts';

describe('the official SDK 2.3, whose base address is another', () => {
	describeSdk((service) => {
		const sdk = new CloudConvert(service.apiKey);
		sdk.axios.interceptors.request.use((config) => {
			const base = hosts.get(new URL(config.baseURL ?? '').hostname);
			return { ...config, baseURL: `${service.url}${base}` };
		});
		return sdk;
	});
});
