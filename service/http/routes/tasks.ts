import { operations } from '@filemill/operations';
import type { FastifyInstance } from 'fastify';
import { cancelTask } from '../../jobs/end-jobs.ts';
import type { JobContext } from '../../jobs/job.ts';
import { listTasks, readTask } from '../../jobs/read-jobs.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';

type WithId = { Params: { id: string } };

export function taskRoutes(app: FastifyInstance, context: JobContext, baseUrl: BaseUrl): void {
	app.get('/v2/tasks', async (request) => {
		const query = new Query(request.query);
		const page = pageOf(query);
		const filter = {
			job_id: query.text('filter[job_id]'),
			status: query.oneOf('filter[status]', ['waiting', 'processing', 'finished', 'error']),
			operation: query.oneOf(
				'filter[operation]',
				operations.map((operation) => operation.name),
			),
		};
		const listed = await listTasks(context, filter, page, baseUrl(), query.list('include'));
		return listEnvelope(`${baseUrl()}/v2/tasks`, query, page, listed);
	});

	app.get<WithId>('/v2/tasks/:id', async (request) => {
		const include = new Query(request.query).list('include');
		return { data: await readTask(context, request.params.id, baseUrl(), include) };
	});

	app.post<WithId>('/v2/tasks/:id/cancel', async (request) => {
		await cancelTask(context, request.params.id);
		return { data: await readTask(context, request.params.id, baseUrl()) };
	});
}
