import { randomBytes } from 'node:crypto';
import { NotFoundError } from '../jobs/errors.ts';
import { type JobContext, number, numberOrNull, text, textOrNull } from '../jobs/job.ts';
import { timestamp, type View } from '../jobs/views.ts';
import { type Listed, listRows, type Page } from '../store/list-rows.ts';
import type { Row } from '../store/sql.ts';
import { insertDelivery } from './enqueue-deliveries.ts';

/** A webhook that can be registered. */
export interface NewWebhook {
	/** http or https. */
	readonly url: string;
	readonly events: readonly string[];
	/** Only jobs with this tag. */
	readonly tag: string | null;
}

/** Registers a webhook. This view alone has the secret that its calls are signed with. */
export async function createWebhook(
	context: JobContext,
	webhook: NewWebhook,
	baseUrl: string,
): Promise<View> {
	const secret = randomBytes(24).toString('base64url');
	const row = await context.sql.tx(async (tx) => {
		const [counter] = await tx.all(
			"UPDATE counters SET value = value + 1 WHERE name = 'webhooks' RETURNING value",
		);
		const [inserted] = await tx.all(
			`INSERT INTO webhooks (id, url, events, tag, signing_secret, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *`,
			[
				Number(counter?.value),
				webhook.url,
				JSON.stringify(webhook.events),
				webhook.tag,
				secret,
				Date.now(),
			],
		);
		return inserted;
	});
	return { ...webhookView(row ?? {}, baseUrl), signing_secret: secret };
}

/** @throws NotFoundError */
export async function readWebhook(context: JobContext, id: number, baseUrl: string): Promise<View> {
	const [row] = await context.sql.all('SELECT * FROM webhooks WHERE id = $1', [id]);
	if (!row) throw new NotFoundError('webhook');
	return webhookView(row, baseUrl);
}

/** All webhooks, newest first. */
export async function listWebhooks(
	{ sql }: JobContext,
	filter: { readonly url?: string | undefined },
	page: Page,
	baseUrl: string,
): Promise<Listed<View>> {
	const { rows, more } = await listRows(sql, 'webhooks', filter, page, 'id DESC');
	return { rows: rows.map((row) => webhookView(row, baseUrl)), more };
}

/**
 * Removes a webhook; nothing more is delivered to it.
 * @throws NotFoundError
 */
export async function deleteWebhook({ sql }: JobContext, id: number): Promise<void> {
	const rows = await sql.all('DELETE FROM webhooks WHERE id = $1 RETURNING id', [id]);
	if (rows.length === 0) throw new NotFoundError('webhook');
}

/**
 * What a webhook has been called for, and will be, newest first.
 * @throws NotFoundError
 */
export async function listDeliveries(
	context: JobContext,
	id: number,
	filter: { readonly status?: string | undefined; readonly job_id?: string | undefined },
	page: Page,
): Promise<Listed<View>> {
	await readWebhook(context, id, '');
	const { rows, more } = await listRows(
		context.sql,
		'deliveries',
		{ webhook_id: id, ...filter },
		page,
		'created_at DESC, event_position DESC, id',
	);
	return { rows: rows.map(deliveryView), more };
}

/**
 * Delivers an event once more, whatever became of the delivery before. Due at once, with the next `changes.notify`.
 * @throws NotFoundError
 */
export async function replayDelivery(
	context: JobContext,
	webhookId: number,
	id: string,
): Promise<View> {
	const [old] = await context.sql.all(
		'SELECT * FROM deliveries WHERE id = $1 AND webhook_id = $2',
		[id, webhookId],
	);
	if (!old) throw new NotFoundError('delivery');
	const row = await insertDelivery(context.sql, {
		webhook_id: webhookId,
		job_id: text(old, 'job_id'),
		url: text(old, 'url'),
		event: text(old, 'event'),
		event_position: number(old, 'event_position'),
		replay_of: id,
	});
	context.changes.notify(text(old, 'job_id'));
	return deliveryView(row ?? {});
}

function webhookView(row: Row, baseUrl: string): View {
	return {
		id: number(row, 'id'),
		user_id: 1,
		url: text(row, 'url'),
		events: JSON.parse(text(row, 'events')),
		tag: textOrNull(row, 'tag'),
		disabled: row.disabled === 1,
		failing: row.failing === 1,
		last_error_at: timestamp(row, 'last_error_at'),
		last_response_code: numberOrNull(row, 'last_response_code'),
		created_at: timestamp(row, 'created_at'),
		updated_at: timestamp(row, 'updated_at'),
		links: { self: `${baseUrl}/v2/webhooks/${number(row, 'id')}` },
	};
}

function deliveryView(row: Row): View {
	return {
		id: text(row, 'id'),
		webhook_id: number(row, 'webhook_id'),
		job_id: text(row, 'job_id'),
		event: text(row, 'event'),
		status: text(row, 'status'),
		attempts: number(row, 'attempts'),
		response_code: numberOrNull(row, 'response_code'),
		message: textOrNull(row, 'message'),
		replay_of: textOrNull(row, 'replay_of'),
		created_at: timestamp(row, 'created_at'),
		next_attempt_at: timestamp(row, 'due_at'),
		ended_at: timestamp(row, 'ended_at'),
	};
}
