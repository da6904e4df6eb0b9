import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const prefix = '/sync/';

/** Which requests are answered only when their job or task has ended. */
export interface SyncMode {
	/** Takes the prefix `/sync` from an address. */
	rewriteUrl(request: IncomingMessage): string;
	/** Says that a request came by the port that is for such requests. */
	mark(request: IncomingMessage): void;
	isSync(request: FastifyRequest): boolean;
}

/** Requests are synchronous by the prefix `/sync`, by the port `FILEMILL_SYNC_PORT`, or by the host `FILEMILL_SYNC_HOST`. */
export function createSyncMode(config: Pick<Config, 'FILEMILL_SYNC_HOST'>): SyncMode {
	const marked = new WeakSet<IncomingMessage>();
	const host = config.FILEMILL_SYNC_HOST?.toLowerCase();
	return {
		rewriteUrl(request) {
			const url = request.url ?? '/';
			if (!url.startsWith(prefix)) return url;
			marked.add(request);
			return url.slice(prefix.length - 1);
		},
		mark: (request) => marked.add(request),
		isSync: (request) => marked.has(request.raw) || request.hostname.toLowerCase() === host,
	};
}
