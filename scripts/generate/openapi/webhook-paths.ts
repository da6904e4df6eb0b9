import { failure, many, one, paging, query } from './parts.ts';
import { type Json, reference } from './schema.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const delivery = { name: 'delivery', in: 'path', required: true, schema: { type: 'string' } };

const list = {
	summary: 'List webhooks, newest first.',
	parameters: [query('filter[url]', { type: 'string' }), ...paging],
	responses: {
		200: many('Webhook', 'A page of webhooks, without their secrets.'),
		default: failure,
	},
};

/** The addresses of webhooks and of what was delivered to them. */
export const webhookPaths: Json = {
	'/v2/webhooks': {
		post: {
			summary: 'Register an address that is called when jobs begin and end.',
			requestBody: {
				required: true,
				content: { 'application/json': { schema: { $ref: reference('WebhookRequest') } } },
			},
			responses: {
				201: one('Webhook', 'The webhook, with its `signing_secret`, which is not shown again.'),
				default: failure,
			},
		},
		get: list,
	},
	'/v2/users/me/webhooks': { get: list },
	'/v2/webhooks/{id}': {
		parameters: [id],
		get: {
			summary: 'Read a webhook.',
			responses: { 200: one('Webhook', 'The webhook, without its secret.'), default: failure },
		},
		delete: {
			summary: 'Remove a webhook; nothing more is delivered to it.',
			responses: { 204: { description: 'It is gone.' }, default: failure },
		},
	},
	'/v2/webhooks/{id}/deliveries': {
		parameters: [id],
		get: {
			summary: 'List what a webhook has been called for, and will be, newest first.',
			parameters: [
				query('filter[status]', { enum: ['waiting', 'delivered', 'failed'] }),
				query('filter[job_id]', { type: 'string' }),
				...paging,
			],
			responses: { 200: many('Delivery', 'A page of deliveries.'), default: failure },
		},
	},
	'/v2/webhooks/{id}/deliveries/{delivery}/replay': {
		parameters: [id, delivery],
		post: {
			summary: 'Deliver an event once more.',
			responses: { 201: one('Delivery', 'The new delivery.'), default: failure },
		},
	},
};
