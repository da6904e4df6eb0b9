import { failure, id, query } from './parts.ts';
import type { Json } from './schema.ts';

const stream = {
	description:
		'Events as `text/event-stream`: `id` is a number that only grows, `event` a name, `data` the JSON of an `Event`.',
	content: { 'text/event-stream': { schema: { type: 'string' } } },
};
const lastEventId = [
	{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer', minimum: 0 } },
	query('last_event_id', { type: 'integer', minimum: 0 }),
	query('filter[event]', { type: 'string' }),
];

/** The addresses of streams of events. */
export const eventPaths: Json = {
	'/v2/jobs/{id}/events': {
		parameters: [id],
		get: {
			summary:
				'Follow a job: its events from the first, or from the one after `Last-Event-ID`, to its end.',
			parameters: lastEventId,
			responses: {
				200: stream,
				204: { description: 'The job has ended, and the last event is known already.' },
				default: failure,
			},
		},
	},
	'/v2/events': {
		get: {
			summary: 'Follow all jobs: their events from now on, or from the one after `Last-Event-ID`.',
			parameters: [...lastEventId, query('filter[tag]', { type: 'string' })],
			responses: { 200: stream, default: failure },
		},
	},
};
