import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelJob } from '../../jobs/cancel-job.ts';
import { deleteJob } from '../../jobs/end-jobs.ts';
import { InvalidRequestError } from '../../jobs/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { Owner } from '../../jobs/own-job.ts';
import { planJob, refuseWarnings } from '../../jobs/plan-job.ts';
import { listJobs, readJob } from '../../jobs/read-jobs.ts';
import { retryJob } from '../../jobs/retry.ts';
import { submitJob } from '../../jobs/submit-job.ts';
import { validateJob } from '../../jobs/validate-job.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { refusePrivate } from '../../webhooks/refuse-private.ts';
import { type AnswerEnd, wantsRedirect } from '../answer-end.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';
import type { SyncMode } from '../sync-mode.ts';

type WithId = { Params: { id: string } };

export function jobRoutes(
	app: FastifyInstance,
	context: JobContext,
	baseUrl: BaseUrl,
	{
		answerEnd,
		isSync,
		ownerOf,
	}: {
		readonly answerEnd: AnswerEnd;
		ownerOf(request: FastifyRequest): Owner;
	} & Pick<SyncMode, 'isSync'>,
): void {
	app.post('/v2/jobs', async (request, reply) => {
		const job = validateJob(request.body, context.engines, context.config);
		const exports = job.tasks.some(({ operation }) => operation === 'export/url');
		if (isSync(request) && wantsRedirect(request) && !exports)
			throw new InvalidRequestError({
				redirect: ['"redirect" needs a task "export/url", whose file it leads to.'],
			});
		if (job.webhookUrl) await refusePrivate(context.network, 'webhook_url', job.webhookUrl);
		const plan = planJob(job, context.engines);
		if (job.strict) refuseWarnings(plan);
		if (new Query(request.query).oneOf('dry_run', ['true', 'false']) === 'true')
			return { data: { dry_run: true, tag: job.tag, tasks: plan } };
		const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
		const { id, replayed } = await submitJob(context, job, {
			idempotencyKey,
			owner: ownerOf(request),
		});
		if (replayed) reply.header('Idempotent-Replayed', 'true');
		reply.code(201);
		// A job that waits for an upload is answered at once, or nobody would know where to send the file.
		if (isSync(request) && !job.tasks.some(({ operation }) => operation === 'import/upload')) {
			context.queue.wake();
			return answerEnd(request, reply, 'jobs', id);
		}
		// Read before it starts: clients expect a new job to be waiting.
		const data = await readJob(context, id, baseUrl());
		context.queue.wake();
		return { data };
	});

	app.get('/v2/jobs', async (request) => {
		const query = new Query(request.query);
		const page = pageOf(query);
		const filter = {
			status: query.oneOf('filter[status]', ['waiting', 'processing', 'finished', 'error']),
			tag: query.text('filter[tag]'),
		};
		const listed = await listJobs(context, filter, page, baseUrl(), query.list('include'));
		return listEnvelope(`${baseUrl()}/v2/jobs`, query, page, listed);
	});

	app.get<WithId>('/v2/jobs/:id', async (request, reply) => {
		if (isSync(request)) return answerEnd(request, reply, 'jobs', request.params.id);
		const include = new Query(request.query).list('include');
		return { data: await readJob(context, request.params.id, baseUrl(), include) };
	});

	app.get<WithId>('/v2/jobs/:id/wait', (request, reply) =>
		answerEnd(request, reply, 'jobs', request.params.id),
	);

	app.post<WithId>('/v2/jobs/:id/cancel', async (request) => {
		await cancelJob(context, request.params.id);
		return { data: await readJob(context, request.params.id, baseUrl()) };
	});

	app.post<WithId>('/v2/jobs/:id/retry', async (request, reply) => {
		const id = await retryJob(context, request.params.id, ownerOf(request));
		reply.code(201);
		const data = await readJob(context, id, baseUrl());
		context.queue.wake();
		return { data };
	});

	app.delete<WithId>('/v2/jobs/:id', async (request, reply) => {
		await deleteJob(context, request.params.id);
		return reply.code(204).send();
	});
}

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
	if (header === undefined || header === '') return undefined;
	if (typeof header === 'string' && header.length <= 255) return header;
	throw new InvalidRequestError({
		'Idempotency-Key': ['The header "Idempotency-Key" must be one text of at most 255 characters.'],
	});
}
