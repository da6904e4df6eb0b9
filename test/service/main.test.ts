import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../harness/start-service.ts';

let service: TestService | undefined;

afterEach(() => service?.stop());

describe('a service', () => {
	it('ends with the reason when its port is taken', async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
		const address = taken.address();
		const port = typeof address === 'object' && address ? address.port : 0;

		const started = startService({ FILEMILL_PORT: String(port) });

		await expect(started).rejects.toThrow(/ended with 1 .*Cannot listen.*Set FILEMILL_HOST or/s);
		taken.close();
	});

	it('ends with the reason when a setting is wrong', async () => {
		const started = startService({
			FILEMILL_MAX_BODY: 'much',
			FILEMILL_ALLOW_ADDRESSES: 'a b',
			FILEMILL_RETENTION: 'ever',
		});

		await expect(started).rejects.toThrow(
			/ended with 1 .*FILEMILL_ALLOW_ADDRESSES: "a b" is neither.*FILEMILL_MAX_BODY: must be a size.*FILEMILL_RETENTION: must be a time such as "12h"/s,
		);
	});

	it('ends with 0 when it is told to stop', async () => {
		service = await startService();

		expect(await service.terminate()).toBe(0);
	});
});
