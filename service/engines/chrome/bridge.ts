import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * Lets the browser reach the proxy outside the sandbox: a port on the sandbox's own loopback that leads to a Unix
 * socket. Answers the port.
 */
export async function openBridge(socket: string): Promise<number> {
	const server = createServer((client) => {
		const outside = connect(socket);
		// Either end may break off at any time.
		pipeline(client, outside, client, () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('It is no TCP port.');
	return address.port;
}
