import { eventPaths } from './event-paths.ts';
import { failure, id, include, many, one, paging, query, status } from './parts.ts';
import { type Json, reference } from './schema.ts';
import { signedUrlPaths } from './signed-url-paths.ts';
import { taskPaths } from './task-paths.ts';
import { webhookPaths } from './webhook-paths.ts';

/** Every address of the interface. */
export const paths: Json = {
	'/v2/jobs': {
		post: {
			summary: 'Create a job.',
			parameters: [
				{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
				query('dry_run', { type: 'boolean' }),
			],
			requestBody: {
				required: true,
				content: { 'application/json': { schema: { $ref: reference('JobRequest') } } },
			},
			responses: {
				200: one('Plan', 'With `dry_run`: what would happen. Nothing has been kept.'),
				201: one('Job', 'The job, accepted and kept.'),
				default: failure,
			},
		},
		get: {
			summary: 'List jobs, newest first.',
			parameters: [status, query('filter[tag]', { type: 'string' }), include, ...paging],
			responses: { 200: many('Job', 'A page of jobs.'), default: failure },
		},
	},
	'/v2/jobs/{id}': {
		parameters: [id],
		get: {
			summary: 'Read a job.',
			parameters: [include],
			responses: { 200: one('Job', 'The job.'), default: failure },
		},
		delete: {
			summary: 'Delete a job with its tasks and files.',
			responses: { 204: { description: 'It is gone.' }, default: failure },
		},
	},
	'/v2/jobs/{id}/wait': {
		parameters: [id],
		get: {
			summary: 'Wait until a job has ended, or for `timeout` seconds.',
			parameters: [query('timeout', { type: 'integer', minimum: 0 }), include],
			responses: { 200: one('Job', 'The job as it is then.'), default: failure },
		},
	},
	'/v2/jobs/{id}/cancel': {
		parameters: [id],
		post: {
			summary: 'Cancel all tasks of a job that have not ended.',
			responses: { 200: one('Job', 'The job, cancelled.'), default: failure },
		},
	},
	'/v2/jobs/{id}/retry': {
		parameters: [id],
		post: {
			summary:
				'Make a new job of one that has failed: what had finished is taken over, the rest runs again.',
			responses: { 201: one('Job', 'The new job.'), default: failure },
		},
	},
	...eventPaths,
	...webhookPaths,
	...taskPaths,
	...signedUrlPaths,
	'/v2/operations': {
		get: {
			summary: 'List what this service can do, with the engines it has.',
			security: [],
			parameters: [
				...['operation', 'input_format', 'output_format', 'engine', 'engine_version'].map((name) =>
					query(`filter[${name}]`, { type: 'string' }),
				),
				query('alternatives', { type: 'boolean' }),
				include,
			],
			responses: { 200: { description: 'Operations, one for each pair of formats.' } },
		},
	},
	'/v2/convert/formats': {
		get: {
			summary: 'List the conversions of this service; the same items as in "/v2/operations".',
			security: [],
			parameters: [
				query('filter[input_format]', { type: 'string' }),
				query('filter[output_format]', { type: 'string' }),
				include,
			],
			responses: { 200: { description: 'Conversions, one for each pair of formats.' } },
		},
	},
	'/v2/users/me': {
		get: {
			summary: 'Say whose key this is.',
			responses: { 200: { description: 'The user.' }, default: failure },
		},
	},
	'/health': {
		get: {
			summary: 'Engines, their versions, and how tasks are isolated.',
			security: [],
			responses: { 200: { description: 'The state of the service.' } },
		},
	},
};
