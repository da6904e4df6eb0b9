import { operations } from '@filemill/operations';
import { failure, id, include, many, one, paging, query, status } from './parts.ts';
import { type Json, parametersName, reference } from './schema.ts';

/** One address an operation: a task outside of any job, which names other tasks by their ids. */
const standalone: Json = Object.fromEntries(
	operations.map(({ name, summary }) => [
		`/v2/${name}`,
		{
			post: {
				summary: `Create a task of its own. ${summary}`,
				requestBody: {
					content: { 'application/json': { schema: { $ref: reference(parametersName(name)) } } },
				},
				responses: { 201: one('Task', 'The task, accepted and kept.'), default: failure },
			},
		},
	]),
);

/** The addresses of tasks, in jobs and outside. */
export const taskPaths: Json = {
	'/v2/tasks': {
		get: {
			summary: 'List tasks.',
			parameters: [
				query('filter[job_id]', { type: 'string' }),
				status,
				query('filter[operation]', { type: 'string' }),
				include,
				...paging,
			],
			responses: { 200: many('Task', 'A page of tasks.'), default: failure },
		},
	},
	'/v2/tasks/{id}': {
		parameters: [id],
		get: {
			summary: 'Read a task.',
			parameters: [include],
			responses: { 200: one('Task', 'The task.'), default: failure },
		},
		delete: {
			summary: 'Delete a task with its files; what waits for it ends.',
			responses: { 204: { description: 'It is gone.' }, default: failure },
		},
	},
	'/v2/tasks/{id}/wait': {
		parameters: [id],
		get: {
			summary: 'Wait until a task has ended, or for `timeout` seconds.',
			parameters: [query('timeout', { type: 'integer', minimum: 0 }), include],
			responses: { 200: one('Task', 'The task as it is then.'), default: failure },
		},
	},
	'/v2/tasks/{id}/cancel': {
		parameters: [id],
		post: {
			summary: 'Cancel a task that waits or runs.',
			responses: { 200: one('Task', 'The task, cancelled.'), default: failure },
		},
	},
	'/v2/tasks/{id}/retry': {
		parameters: [id],
		post: {
			summary: 'Run a task that has failed again, with the same inputs, outside of its job.',
			responses: { 201: one('Task', 'The new task.'), default: failure },
		},
	},
	...standalone,
};
