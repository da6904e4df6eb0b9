import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportedFile } from '../jobs/exported-file.ts';
import type { JobContext } from '../jobs/job.ts';
import { readJob, readTask } from '../jobs/read-jobs.ts';
import type { BaseUrl, View } from '../jobs/views.ts';
import type { Hold } from './hold.ts';
import { Query } from './query.ts';

/**
 * Answers with a job or task when it has ended, or as it is when the caller's patience is over; where `redirect` is
 * wanted, with a redirect to the file that it has exported.
 */
export type AnswerEnd = (
	request: FastifyRequest,
	reply: FastifyReply,
	kind: 'jobs' | 'tasks',
	id: string,
) => Promise<{ readonly data: View } | FastifyReply>;

export function createAnswerEnd(context: JobContext, hold: Hold, baseUrl: BaseUrl): AnswerEnd {
	return async (request, reply, kind, id) => {
		await hold(request, reply, kind, id);
		const read = kind === 'jobs' ? readJob : readTask;
		const data = await read(context, id, baseUrl(), new Query(request.query).list('include'));
		if (data.ended_at === null || !wantsRedirect(request)) return { data };
		return reply.redirect(await exportedFile(context, kind, id, baseUrl()), 302);
	};
}

const yes: readonly unknown[] = [true, 1, 'true', '1'];

/** Whether `redirect` is set in the query or, for a new job, in the body. */
export function wantsRedirect({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): boolean {
	const fromBody = typeof body === 'object' && body !== null && 'redirect' in body;
	return (
		yes.includes(new Query(query).text('redirect')) || (fromBody && yes.includes(body.redirect))
	);
}
