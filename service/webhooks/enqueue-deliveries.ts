import { randomUUID } from 'node:crypto';
import { z } from '@filemill/operations';
import type { EventName } from '../events/record-events.ts';
import { number, text, textOrNull } from '../jobs/job.ts';
import type { Row, Sql } from '../store/sql.ts';

/** The events that webhooks can be called for. */
export const webhookEvents = ['job.created', 'job.finished', 'job.failed'] as const;

export const eventList = z.array(z.enum(webhookEvents));

/** What a job's own `webhook_url` is called for. */
const ends: readonly EventName[] = ['job.finished', 'job.failed'];

/** Keeps what is to be delivered of an event in the transaction of the event itself, so that neither is there alone. */
export async function enqueueDeliveries(
	tx: Sql,
	job: Row,
	event: { readonly name: EventName; readonly position: number },
): Promise<void> {
	if (!webhookEvents.some((name) => name === event.name)) return;
	const about = { job_id: text(job, 'id'), event: event.name, event_position: event.position };
	const own = textOrNull(job, 'webhook_url');
	if (own !== null && ends.includes(event.name))
		await insertDelivery(tx, { ...about, webhook_id: null, url: own });
	for (const webhook of await tx.all('SELECT * FROM webhooks WHERE disabled = 0 ORDER BY id')) {
		const names: readonly EventName[] = eventList.parse(JSON.parse(text(webhook, 'events')));
		if (names.includes(event.name) && (webhook.tag === null || webhook.tag === job.tag))
			await insertDelivery(tx, {
				...about,
				webhook_id: number(webhook, 'id'),
				url: text(webhook, 'url'),
			});
	}
}

/** What is called for which event. */
interface NewDelivery {
	/** Null for the `webhook_url` of the job itself. */
	readonly webhook_id: number | null;
	readonly url: string;
	readonly job_id: string;
	readonly event: string;
	readonly event_position: number;
	/** The delivery that this one repeats. */
	readonly replay_of?: string;
}

/** Adds a delivery that is due at once, and gives its row. */
export async function insertDelivery(sql: Sql, delivery: NewDelivery): Promise<Row | undefined> {
	const { webhook_id, url, job_id, event, event_position, replay_of = null } = delivery;
	const [row] = await sql.all(
		`INSERT INTO deliveries (id, webhook_id, url, job_id, event, event_position, replay_of, status, due_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $8) RETURNING *`,
		[randomUUID(), webhook_id, url, job_id, event, event_position, replay_of, Date.now()],
	);
	return row;
}
