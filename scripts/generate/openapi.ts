import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations, z } from '@filemill/operations';
import type { GeneratedFile } from './generated-file.ts';

type Json = Readonly<Record<string, unknown>>;

/** The description of the HTTP interface in OpenAPI 3.1, whose task schemas are those of the operations. */
export function generate(root: string): GeneratedFile[] {
	const { version } = JSON.parse(readFileSync(path.join(root, 'service/package.json'), 'utf8'));
	const document = {
		openapi: '3.1.0',
		info: {
			title: 'Filemill',
			version,
			description:
				'Jobs of import, process and export tasks, run by real engines on your own server.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		security: [{ apiKey: [] }],
		paths,
		components: {
			securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
			schemas: { ...taskSchemas(), ...answers },
		},
	};
	return [{ path: 'service/http/openapi.gen.json', content: JSON.stringify(document) }];
}

function taskSchemas(): Json {
	const schemas = operations.map((operation) => {
		const { $schema: _, ...params } = z.toJSONSchema(operation.params, { io: 'input' });
		const schema = {
			...params,
			title: operation.title,
			description: `${operation.summary} Result: ${operation.result}`,
			properties: { operation: { const: operation.name }, ...params.properties },
			required: ['operation', ...(params.required ?? [])],
			examples: [{ operation: operation.name, ...operation.example }],
		};
		return [schemaName(operation.name), schema];
	});
	const task = {
		oneOf: operations.map((operation) => ({ $ref: reference(schemaName(operation.name)) })),
		discriminator: {
			propertyName: 'operation',
			mapping: Object.fromEntries(
				operations.map((operation) => [operation.name, reference(schemaName(operation.name))]),
			),
		},
	};
	return { ...Object.fromEntries(schemas), TaskRequest: task };
}

function schemaName(operation: string): string {
	return operation
		.split(/[/-]/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('')
		.concat('Request');
}

function reference(schema: string): string {
	return `#/components/schemas/${schema}`;
}

const time = { type: ['string', 'null'], format: 'date-time' };
const answers: Json = {
	JobRequest: {
		type: 'object',
		required: ['tasks'],
		properties: {
			tasks: {
				type: 'object',
				minProperties: 1,
				propertyNames: { pattern: '^[A-Za-z0-9_-]{1,128}$' },
				additionalProperties: { $ref: reference('TaskRequest') },
			},
			tag: { type: ['string', 'null'], maxLength: 255 },
		},
	},
	Job: {
		type: 'object',
		required: ['id', 'status', 'created_at', 'links'],
		properties: {
			id: { type: 'string', format: 'uuid' },
			tag: { type: ['string', 'null'] },
			status: { enum: ['waiting', 'processing', 'finished', 'error'] },
			created_at: time,
			started_at: time,
			ended_at: time,
			tasks: { type: 'array', items: { $ref: reference('Task') } },
			links: { type: 'object', properties: { self: { type: 'string', format: 'uri' } } },
		},
	},
	Task: {
		type: 'object',
		required: ['id', 'operation', 'status', 'percent'],
		properties: {
			id: { type: 'string', format: 'uuid' },
			name: { type: ['string', 'null'] },
			job_id: { type: ['string', 'null'], format: 'uuid' },
			operation: { enum: operations.map((operation) => operation.name) },
			status: { enum: ['waiting', 'processing', 'finished', 'error'] },
			credits: { type: ['integer', 'null'] },
			code: { type: ['string', 'null'] },
			message: { type: ['string', 'null'] },
			percent: { type: 'integer', minimum: 0, maximum: 100 },
			engine: { type: ['string', 'null'] },
			engine_version: { type: ['string', 'null'] },
			payload: { type: 'object' },
			result: { type: ['object', 'null'] },
			created_at: time,
			started_at: time,
			ended_at: time,
			retry_of_task_id: { type: ['string', 'null'] },
			copy_of_task_id: { type: ['string', 'null'] },
			region: { type: 'string' },
			depends_on_task_ids: { type: 'array', items: { type: 'string' } },
			links: { type: 'object', properties: { self: { type: 'string', format: 'uri' } } },
		},
	},
	Error: {
		type: 'object',
		required: ['message', 'code'],
		properties: {
			message: { type: 'string' },
			code: { type: 'string' },
			errors: {
				type: 'object',
				additionalProperties: { type: 'array', items: { type: 'string' } },
			},
		},
	},
};

const failure = {
	description: 'What is wrong, and what would be right.',
	content: { 'application/json': { schema: { $ref: reference('Error') } } },
};

function one(schema: string, description: string): Json {
	const data = { type: 'object', properties: { data: { $ref: reference(schema) } } };
	return { description, content: { 'application/json': { schema: data } } };
}

function many(schema: string, description: string): Json {
	const data = { type: 'array', items: { $ref: reference(schema) } };
	const properties = { data, links: { type: 'object' }, meta: { type: 'object' } };
	return {
		description,
		content: { 'application/json': { schema: { type: 'object', properties } } },
	};
}

function query(name: string, schema: Json): Json {
	return { name, in: 'query', required: false, schema };
}

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const paging = [query('page', { type: 'integer' }), query('per_page', { type: 'integer' })];
const status = query('filter[status]', { enum: ['waiting', 'processing', 'finished', 'error'] });
const include = query('include', { type: 'string' });

const paths: Json = {
	'/v2/jobs': {
		post: {
			summary: 'Create a job.',
			parameters: [
				{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
			],
			requestBody: {
				required: true,
				content: { 'application/json': { schema: { $ref: reference('JobRequest') } } },
			},
			responses: { 201: one('Job', 'The job, accepted and kept.'), default: failure },
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
	},
	'/v2/tasks/{id}/cancel': {
		parameters: [id],
		post: {
			summary: 'Cancel a task that waits or runs.',
			responses: { 200: one('Task', 'The task, cancelled.'), default: failure },
		},
	},
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
