import { operations } from '@filemill/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelTask, deleteTask } from '../../jobs/end-jobs.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { Owner } from '../../jobs/own-job.ts';
import { listTasks, readTask } from '../../jobs/read-jobs.ts';
import { retryTask } from '../../jobs/retry.ts';
import { submitTask } from '../../jobs/submit-task.ts';
import { validateStandalone } from '../../jobs/validate-standalone.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import type { AnswerEnd } from '../answer-end.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';
import type { SyncMode } from '../sync-mode.ts';

type WithId = { Params: { id: string } };

export function taskRoutes(
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
	for (const operation of operations)
		app.post(`/v2/${operation.name}`, async (request, reply) => {
			const task = await validateStandalone(context, operation, request.body);
			const id = await submitTask(context, task, ownerOf(request));
			reply.code(201);
			if (isSync(request) && operation.name !== 'import/upload') {
				context.queue.wake();
				return answerEnd(request, reply, 'tasks', id);
			}
			// Read before it starts: clients expect a new task to be waiting.
			const data = await readTask(context, id, baseUrl());
			context.queue.wake();
			return { data };
		});

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

	app.get<WithId>('/v2/tasks/:id', async (request, reply) => {
		if (isSync(request)) return answerEnd(request, reply, 'tasks', request.params.id);
		const include = new Query(request.query).list('include');
		return { data: await readTask(context, request.params.id, baseUrl(), include) };
	});

	app.get<WithId>('/v2/tasks/:id/wait', (request, reply) =>
		answerEnd(request, reply, 'tasks', request.params.id),
	);

	app.delete<WithId>('/v2/tasks/:id', async (request, reply) => {
		await deleteTask(context, request.params.id);
		return reply.code(204).send();
	});

	app.post<WithId>('/v2/tasks/:id/cancel', async (request) => {
		await cancelTask(context, request.params.id);
		return { data: await readTask(context, request.params.id, baseUrl()) };
	});

	app.post<WithId>('/v2/tasks/:id/retry', async (request, reply) => {
		const id = await retryTask(context, request.params.id, ownerOf(request));
		reply.code(201);
		const data = await readTask(context, id, baseUrl());
		context.queue.wake();
		return { data };
	});
}
