import type { FastifyInstance } from 'fastify';
import { deleteJob } from '../../jobs/end-jobs.ts';
import { InvalidRequestError } from '../../jobs/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { listJobs, readJob, waitForJob } from '../../jobs/read-jobs.ts';
import { submitJob } from '../../jobs/submit-job.ts';
import { validateJob } from '../../jobs/validate-job.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';

type WithId = { Params: { id: string } };

/** Seconds for which a wait without `timeout` is held; proxies seldom bear more. */
const longestWait = 18_000;

export function jobRoutes(app: FastifyInstance, context: JobContext, baseUrl: BaseUrl): void {
	app.post('/v2/jobs', async (request, reply) => {
		const job = validateJob(request.body, context.engines);
		const key = idempotencyKey(request.headers['idempotency-key']);
		const { id, replayed } = await submitJob(context, job, key);
		if (replayed) reply.header('Idempotent-Replayed', 'true');
		reply.code(201);
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

	app.get<WithId>('/v2/jobs/:id', async (request) => {
		const include = new Query(request.query).list('include');
		return { data: await readJob(context, request.params.id, baseUrl(), include) };
	});

	app.get<WithId>('/v2/jobs/:id/wait', async (request, reply) => {
		const query = new Query(request.query);
		const seconds = query.integer('timeout', 0, longestWait) ?? longestWait;
		const gone = new AbortController();
		const timer = setTimeout(() => gone.abort(), seconds * 1000);
		reply.raw.on('close', () => gone.abort());
		await waitForJob(context, request.params.id, gone.signal);
		clearTimeout(timer);
		return { data: await readJob(context, request.params.id, baseUrl(), query.list('include')) };
	});

	app.delete<WithId>('/v2/jobs/:id', async (request, reply) => {
		await deleteJob(context, request.params.id);
		return reply.code(204).send();
	});
}

function idempotencyKey(header: string | string[] | undefined): string | undefined {
	if (header === undefined || header === '') return undefined;
	if (typeof header === 'string' && header.length <= 255) return header;
	throw new InvalidRequestError({
		'Idempotency-Key': ['The header "Idempotency-Key" must be one text of at most 255 characters.'],
	});
}
