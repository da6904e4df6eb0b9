import { operations } from '@filemill/operations';
import { eventNames } from '../../../service/events/record-events.ts';
import { webhookEvents } from '../../../service/webhooks/enqueue-deliveries.ts';
import { type Json, reference } from './schema.ts';

const time = { type: ['string', 'null'], format: 'date-time' };
const webhookFields = {
	url: { type: 'string', format: 'uri', maxLength: 2048 },
	events: { type: 'array', minItems: 1, items: { enum: webhookEvents } },
	tag: { type: ['string', 'null'], maxLength: 255, description: 'Only jobs with this tag.' },
};

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
			redirect: {
				type: 'boolean',
				description:
					'In a synchronous request, whether the answer is a redirect to the exported file.',
			},
			webhook_url: { type: ['string', 'null'], format: 'uri', maxLength: 2048 },
			expires_in: {
				type: ['integer', 'null'],
				minimum: 1,
				description: 'Seconds after its end for which the job and its files are kept.',
			},
			strict: {
				type: ['boolean', 'null'],
				description: 'Whether a parameter that has no effect is refused.',
			},
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
	Plan: {
		type: 'object',
		required: ['dry_run', 'tasks'],
		properties: {
			dry_run: { const: true },
			tag: { type: ['string', 'null'] },
			tasks: {
				type: 'array',
				description: 'In an order in which they could run.',
				items: {
					type: 'object',
					properties: {
						name: { type: 'string' },
						operation: { enum: operations.map((operation) => operation.name) },
						depends_on: { type: 'array', items: { type: 'string' } },
						input_formats: { type: ['array', 'null'], items: { type: 'string' } },
						output_formats: { type: ['array', 'null'], items: { type: 'string' } },
						engine: { type: ['string', 'null'] },
						engine_version: { type: ['string', 'null'] },
						warnings: {
							type: 'array',
							items: {
								type: 'object',
								properties: { parameter: { type: 'string' }, message: { type: 'string' } },
							},
						},
					},
				},
			},
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
	WebhookRequest: {
		type: 'object',
		required: ['url', 'events'],
		properties: webhookFields,
	},
	Webhook: {
		type: 'object',
		required: ['id', 'url', 'events', 'disabled', 'failing'],
		properties: {
			id: { type: 'integer' },
			user_id: { type: 'integer' },
			...webhookFields,
			signing_secret: {
				type: 'string',
				description: 'What calls are signed with: HMAC-SHA256 of the body, in hex. Shown once.',
			},
			disabled: { type: 'boolean', description: 'Whether it answered 410 and is called no more.' },
			failing: { type: 'boolean', description: 'Whether the last call was not taken.' },
			last_error_at: time,
			last_response_code: { type: ['integer', 'null'] },
			created_at: time,
			updated_at: time,
			links: { type: 'object', properties: { self: { type: 'string', format: 'uri' } } },
		},
	},
	Delivery: {
		type: 'object',
		required: ['id', 'job_id', 'event', 'status', 'attempts'],
		properties: {
			id: { type: 'string', format: 'uuid' },
			webhook_id: { type: 'integer' },
			job_id: { type: 'string', format: 'uuid' },
			event: { enum: webhookEvents },
			status: { enum: ['waiting', 'delivered', 'failed'] },
			attempts: { type: 'integer' },
			response_code: { type: ['integer', 'null'] },
			message: { type: ['string', 'null'] },
			replay_of: { type: ['string', 'null'], format: 'uuid' },
			created_at: time,
			next_attempt_at: time,
			ended_at: time,
		},
	},
	SignedUrlBaseRequest: {
		type: 'object',
		properties: {
			name: { type: ['string', 'null'], maxLength: 255 },
			address: { type: ['string', 'null'], format: 'uri' },
			signing_secret: { type: ['string', 'null'], minLength: 16, maxLength: 255 },
		},
	},
	SignedUrlBase: {
		type: 'object',
		required: ['id', 'address', 'created_at'],
		properties: {
			id: { type: 'string', format: 'uuid' },
			name: { type: ['string', 'null'] },
			address: { type: 'string', format: 'uri' },
			signing_secret: { type: 'string' },
			created_at: time,
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
