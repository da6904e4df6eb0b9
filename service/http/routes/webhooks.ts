import { z } from '@filemill/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidRequestError, NotFoundError } from '../../jobs/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { callableUrl, callableUrlRule } from '../../jobs/validate-job.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { eventList, webhookEvents } from '../../webhooks/enqueue-deliveries.ts';
import { refusePrivate } from '../../webhooks/refuse-private.ts';
import {
	createWebhook,
	deleteWebhook,
	listDeliveries,
	listWebhooks,
	type NewWebhook,
	readWebhook,
	replayDelivery,
} from '../../webhooks/webhooks.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';

type WithId = { Params: { id: string } };

/** Addresses that are called when jobs begin and end, and what became of the calls. */
export function webhookRoutes(app: FastifyInstance, context: JobContext, baseUrl: BaseUrl): void {
	app.post('/v2/webhooks', async (request, reply) => {
		const webhook = validateWebhook(request.body);
		await refusePrivate(context.network, 'url', webhook.url);
		reply.code(201);
		return { data: await createWebhook(context, webhook, baseUrl()) };
	});

	for (const path of ['/v2/webhooks', '/v2/users/me/webhooks'])
		app.get(path, async (request) => {
			const query = new Query(request.query);
			const page = pageOf(query);
			const filter = { url: query.text('filter[url]') };
			const listed = await listWebhooks(context, filter, page, baseUrl());
			return listEnvelope(baseUrl() + path, query, page, listed);
		});

	app.get<WithId>('/v2/webhooks/:id', async (request) => {
		return { data: await readWebhook(context, idOf(request), baseUrl()) };
	});

	app.delete<WithId>('/v2/webhooks/:id', async (request, reply) => {
		await deleteWebhook(context, idOf(request));
		return reply.code(204).send();
	});

	app.get<WithId>('/v2/webhooks/:id/deliveries', async (request) => {
		const id = idOf(request);
		const query = new Query(request.query);
		const page = pageOf(query);
		const filter = {
			status: query.oneOf('filter[status]', ['waiting', 'delivered', 'failed']),
			job_id: query.text('filter[job_id]'),
		};
		const listed = await listDeliveries(context, id, filter, page);
		return listEnvelope(`${baseUrl()}/v2/webhooks/${id}/deliveries`, query, page, listed);
	});

	app.post<{ Params: { id: string; delivery: string } }>(
		'/v2/webhooks/:id/deliveries/:delivery/replay',
		async (request, reply) => {
			reply.code(201);
			return { data: await replayDelivery(context, idOf(request), request.params.delivery) };
		},
	);
}

/** @throws NotFoundError for an id that no webhook can have */
function idOf(request: FastifyRequest<WithId>): number {
	const { id } = request.params;
	if (!/^\d{1,15}$/.test(id)) throw new NotFoundError('webhook');
	return Number(id);
}

const webhookRequest = z.object({
	url: callableUrl,
	events: eventList.min(1),
	tag: z.string().max(255).nullish(),
});

const rules: Readonly<Record<string, string>> = {
	url: callableUrlRule,
	events: `must be a list with some of ${webhookEvents.join(', ')}`,
	tag: 'must be a text of at most 255 characters',
};

/** @throws InvalidRequestError */
function validateWebhook(body: unknown): NewWebhook {
	const { success, data, error } = webhookRequest.safeParse(body);
	if (success) return { ...data, events: [...new Set(data.events)], tag: data.tag ?? null };
	const fields = error.issues.map((issue) => String(issue.path[0] ?? 'url'));
	throw new InvalidRequestError(
		Object.fromEntries(fields.map((field) => [field, [`"${field}" ${rules[field]}.`]])),
	);
}
