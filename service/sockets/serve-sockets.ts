import { z } from '@filemill/operations';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { eventViews } from '../events/event-views.ts';
import { readEnd } from '../events/read-events.ts';
import { type JobContext, number, text } from '../jobs/job.ts';
import type { BaseUrl } from '../jobs/views.ts';
import type { Row } from '../store/sql.ts';
import { channelExists, channelsOf, parseChannel, pastEnds } from './channels.ts';

/** What clients send to hear of a channel; each brings the key anew, as one socket may serve several. */
const subscription = z.object({
	channel: z.string().max(200),
	auth: z.object({
		headers: z.object({ Authorization: z.string() }).or(z.object({ authorization: z.string() })),
	}),
});

const batchSize = 25;
const maximumChannels = 1000;

/**
 * Tells of events by socket.io, to the channels that a client subscribes to: `(channel, {job})` or `(channel, {task})`
 * under the name of the event. One who comes after the end hears of the end at once.
 */
export function serveSockets(
	app: FastifyInstance,
	context: JobContext,
	options: { readonly baseUrl: BaseUrl; isAllowed(authorization: string): Promise<boolean> },
): void {
	const io = new Server(app.server, {
		transports: ['websocket'],
		serveClient: false,
		maxHttpBufferSize: 16_384,
	});
	/** The position up to which events have been told; undefined while nobody listens. */
	let told: number | undefined;
	let turn = Promise.resolve();
	const inTurn = (work: () => Promise<void>) => {
		turn = turn.then(work).catch((cause) => {
			context.log.error({ err: cause }, 'sockets could not be served');
		});
	};

	async function tell(): Promise<void> {
		for (let more = told !== undefined; more; ) {
			const rows = await context.sql.all(
				'SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2',
				[told ?? 0, batchSize],
			);
			const heard = rows.filter((row) => channelsOf(row).some((name) => isHeard(name)));
			for (const { row, payload } of await payloads(heard))
				for (const channel of channelsOf(row).filter(isHeard))
					io.to(channel).emit(text(row, 'name'), channel, payload);
			const last = rows.at(-1);
			if (last) told = number(last, 'position');
			more = rows.length === batchSize;
		}
	}

	const isHeard = (channel: string) => io.sockets.adapter.rooms.has(channel);

	async function payloads(rows: readonly Row[]) {
		const views = await eventViews(context, rows, options.baseUrl());
		return views.map(({ row, view: { event: _, ...payload } }) => ({ row, payload }));
	}

	async function subscribe(socket: Socket, request: unknown): Promise<void> {
		const { data } = subscription.safeParse(request);
		const channel = data && parseChannel(data.channel);
		const headers = data?.auth.headers ?? { authorization: '' };
		const key = 'Authorization' in headers ? headers.Authorization : headers.authorization;
		const refuse = (code: string, message: string) =>
			socket.emit('subscription_error', data?.channel ?? null, { code, message });
		if (!(await options.isAllowed(key))) return void refuse('UNAUTHENTICATED', 'Unauthenticated.');
		if (!channel || !(await channelExists(context, channel)))
			return void refuse('NOT_FOUND', 'There is no such channel.');
		if (socket.rooms.size > maximumChannels)
			return void refuse('TOO_MANY_CHANNELS', `There are more than ${maximumChannels} channels.`);
		told ??= (await readEnd(context, undefined)).newest;
		await socket.join(channel.name);
		// Later ones are still to be told to all.
		for (const { row, payload } of await payloads(await pastEnds(context, channel, told)))
			socket.emit(text(row, 'name'), channel.name, payload);
	}

	io.on('connection', (socket) => {
		socket.on('subscribe', (request: unknown) => inTurn(() => subscribe(socket, request)));
		socket.on('disconnect', () => {
			if (io.sockets.sockets.size === 0) told = undefined;
		});
	});
	let awaited = false;
	const unsubscribe = context.changes.subscribe(undefined, () => {
		if (told === undefined || awaited) return;
		awaited = true;
		inTurn(() => {
			awaited = false;
			return tell();
		});
	});
	app.addHook('preClose', async () => {
		unsubscribe();
		await turn;
		io.disconnectSockets(true);
		io.engine.close();
	});
}
