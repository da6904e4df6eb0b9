import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { SyncMode } from './sync-mode.ts';

/** Serves the same interface on a port whose requests are all synchronous, until the app is closed; gives its address, if one is configured. */
export async function listenSync(
	app: FastifyInstance,
	syncMode: SyncMode,
	{ FILEMILL_HOST: host, FILEMILL_SYNC_PORT: port }: Config,
): Promise<string | undefined> {
	if (port === undefined) return undefined;
	const server = createServer((request, response) => {
		syncMode.mark(request);
		app.routing(request, response);
	});
	server.keepAliveTimeout = app.server.keepAliveTimeout;
	app.addHook('onClose', async () => {
		server.close();
		server.closeAllConnections();
	});
	await app.ready();
	server.listen(port, host);
	await once(server, 'listening');
	const address = server.address();
	const taken = typeof address === 'object' && address ? address.port : port;
	return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}
