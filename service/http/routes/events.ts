import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type EventFilter, readEnd } from '../../events/read-events.ts';
import { eventNames } from '../../events/record-events.ts';
import { createEventReader, streamEvents } from '../../events/stream-events.ts';
import { NotFoundError } from '../../jobs/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { endBeforeClose } from '../end-before-close.ts';
import { InvalidQueryError } from '../errors.ts';
import { Query } from '../query.ts';

/** Streams of events (`text/event-stream`), of one job and of all. */
export function eventRoutes(app: FastifyInstance, context: JobContext, baseUrl: BaseUrl): void {
	const read = createEventReader(context, baseUrl);
	const stopping = new AbortController();
	const open = new Set<Promise<void>>();
	endBeforeClose(
		app,
		() => stopping.abort(),
		() => open,
	);

	app.get<{ Params: { id: string } }>('/v2/jobs/:id/events', async (request, reply) => {
		const { id } = request.params;
		if (
			(await context.sql.all('SELECT id FROM jobs WHERE id = $1 AND standalone = 0', [id]))
				.length === 0
		)
			throw new NotFoundError('job');
		const query = new Query(request.query);
		const after = lastEventId(request, query) ?? 0;
		const { newest, over } = await readEnd(context, id);
		// This answer alone keeps a browser from coming back for more (HTML, 9.2.5).
		if (over && after > 0 && after >= newest) return reply.code(204).send();
		return send(reply, { jobId: id, names: names(query) }, Math.min(after, newest));
	});

	app.get('/v2/events', async (request, reply) => {
		const query = new Query(request.query);
		const { newest } = await readEnd(context, undefined);
		const after = Math.min(lastEventId(request, query) ?? newest, newest);
		return send(reply, { names: names(query), tag: query.text('filter[tag]') }, after);
	});

	function send(reply: FastifyReply, filter: EventFilter, after: number): FastifyReply {
		const gone = new AbortController();
		const { promise, resolve } = Promise.withResolvers<void>();
		open.add(promise);
		reply.raw.on('close', () => {
			gone.abort();
			open.delete(promise);
			resolve();
		});
		const signal = AbortSignal.any([gone.signal, stopping.signal]);
		const events = streamEvents(context, read, filter, { after, signal });
		return (
			reply
				.type('text/event-stream')
				// nginx would hold events back until its buffer is full.
				.header('X-Accel-Buffering', 'no')
				.send(Readable.from(events, { highWaterMark: 1 }))
		);
	}
}

/** The number that a client has got to, by header or, where it cannot set one, by query. */
function lastEventId(request: FastifyRequest, query: Query): number | undefined {
	const header = request.headers['last-event-id'];
	if (header === undefined || header === '')
		return query.integer('last_event_id', 0, Number.MAX_SAFE_INTEGER);
	if (/^\d{1,15}$/.test(String(header))) return Number(header);
	throw new InvalidQueryError('Last-Event-ID', header, 'must be the "id" of an event');
}

function names(query: Query): EventFilter['names'] {
	const wanted = query.list('filter[event]');
	if (wanted.size === 0) return undefined;
	const unknown = [...wanted].find((name) => !eventNames.some((known) => known === name));
	if (unknown !== undefined)
		throw new InvalidQueryError(
			'filter[event]',
			unknown,
			`must be some of ${eventNames.join(', ')}`,
		);
	return eventNames.filter((name) => wanted.has(name));
}
