import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port if nobody listens on it, else one that is free. */
export async function freePort(wanted: number): Promise<number> {
	for (const port of [wanted, 0]) {
		const server = createServer().listen(port, '127.0.0.1');
		try {
			await once(server, 'listening');
		} catch {
			continue;
		}
		const address = server.address();
		server.close();
		if (typeof address === 'object' && address) return address.port;
	}
	throw new Error('This machine has no free port.');
}
