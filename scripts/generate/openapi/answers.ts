import { operations } from '@filemill/operations';
import { eventNames } from '../../../service/events/record-events.ts';
import { type Json, reference } from './schema.ts';

const time = { type: ['string', 'null'], format: 'date-time' };
/** What requests and answers hold beside the operations' own parameters. */
export const answers: Json = {
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
	Event: {
		type: 'object',
		description: 'What happened, and the job or task as it was then.',
		required: ['event'],
		properties: {
			event: { enum: eventNames },
			job: { $ref: reference('Job') },
			task: { $ref: reference('Task') },
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
