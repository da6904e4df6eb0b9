import { eventViews } from '../events/event-views.ts';
import { type JobContext, number, text } from '../jobs/job.ts';
import type { Row } from '../store/sql.ts';
import { type CallOutcome, callWebhook } from './call-webhook.ts';
import { sign, signatureHeader } from './sign.ts';

/**
 * Calls a webhook once for an event and keeps what came of it: it is delivered, to be tried again after a longer
 * pause than before, or given up. Rejects with the reason of `signal`; then nothing is kept.
 */
export async function attemptDelivery(
	context: JobContext,
	delivery: Row,
	options: {
		readonly baseUrl: () => string;
		/** Signs calls to the `webhook_url` of a job. */
		readonly secret: string;
		readonly signal: AbortSignal;
	},
): Promise<void> {
	const [webhook] =
		delivery.webhook_id === null
			? []
			: await context.sql.all('SELECT * FROM webhooks WHERE id = $1', [
					number(delivery, 'webhook_id'),
				]);
	const events = await context.sql.all('SELECT * FROM events WHERE position = $1', [
		number(delivery, 'event_position'),
	]);
	const [event] = await eventViews(context, events, options.baseUrl());
	// Deleted with its job, or with its webhook, a moment before.
	if (!event || (delivery.webhook_id !== null && !webhook)) return;

	const body = JSON.stringify(event.view);
	const outcome = await callWebhook(context.network, new URL(text(delivery, 'url')), {
		body,
		headers: {
			[signatureHeader]: sign(body, webhook ? text(webhook, 'signing_secret') : options.secret),
			'Filemill-Event': text(delivery, 'event'),
			'Filemill-Delivery': text(delivery, 'id'),
		},
		signal: options.signal,
	});
	const attempts = number(delivery, 'attempts') + 1;
	const wait = context.config.FILEMILL_WEBHOOK_DELAYS[attempts - 1];
	const due =
		outcome.again && wait !== undefined
			? Date.now() + Math.max(spread(wait * 1000), outcome.pause)
			: null;
	await keep(context, delivery, { ...outcome, attempts, due });
	if (!outcome.delivered)
		context.log.info(
			{
				delivery: text(delivery, 'id'),
				webhook: delivery.webhook_id,
				job: text(delivery, 'job_id'),
				attempts,
				due,
			},
			`webhook not delivered: ${outcome.message}`,
		);
}

/** Calls that failed together do not come together again. */
function spread(milliseconds: number): number {
	return Math.round(milliseconds * (0.9 + Math.random() * 0.2));
}

async function keep(
	{ sql }: JobContext,
	delivery: Row,
	outcome: CallOutcome & { readonly attempts: number; readonly due: number | null },
): Promise<void> {
	const { delivered, responseCode, message, attempts, due } = outcome;
	const now = Date.now();
	const status = delivered ? 'delivered' : 'failed';
	await sql.tx(async (tx) => {
		await tx.all(
			`UPDATE deliveries SET status = $1, attempts = $2, due_at = $3, response_code = $4, message = $5,
				ended_at = $6 WHERE id = $7`,
			[
				due === null ? status : 'waiting',
				attempts,
				due,
				responseCode,
				message,
				due === null ? now : null,
				text(delivery, 'id'),
			],
		);
		if (delivery.webhook_id === null) return;
		// RFC 9110, 15.5.11: 410 asks to forget the address.
		await tx.all(
			`UPDATE webhooks SET failing = $1, last_response_code = $2, updated_at = $3,
				last_error_at = CASE WHEN $1 = 1 THEN $3 ELSE last_error_at END,
				disabled = CASE WHEN $2 = 410 THEN 1 ELSE disabled END
			WHERE id = $4`,
			[delivered ? 0 : 1, responseCode, now, number(delivery, 'webhook_id')],
		);
	});
}
