import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobContext } from '../jobs/job.ts';
import { createWatchEnd } from '../jobs/watch-end.ts';
import { endBeforeClose } from './end-before-close.ts';
import { Query } from './query.ts';

/** Holds a request until a job or task has ended, for the `timeout` seconds of its query at most. */
export type Hold = (
	request: FastifyRequest,
	reply: FastifyReply,
	kind: 'jobs' | 'tasks',
	id: string,
) => Promise<void>;

/** Seconds for which a request without `timeout` is held; proxies seldom bear more. */
const longest = 18_000;

export function createHold(app: FastifyInstance, context: JobContext): Hold {
	const watchEnd = createWatchEnd(context);
	const held = new Map<AbortController, Promise<void>>();
	// Who waits is answered with how things stand.
	const releaseAll = () => {
		for (const release of held.keys()) release.abort();
	};
	endBeforeClose(app, releaseAll, () => held.values());

	return async (request, reply, kind, id) => {
		const seconds = new Query(request.query).integer('timeout', 0, longest) ?? longest;
		const release = new AbortController();
		const answered = Promise.withResolvers<void>();
		held.set(release, answered.promise);
		reply.raw.on('close', () => {
			release.abort();
			held.delete(release);
			answered.resolve();
		});
		const timer = setTimeout(() => release.abort(), seconds * 1000);
		await watchEnd(kind, id, release.signal);
		clearTimeout(timer);
	};
}
