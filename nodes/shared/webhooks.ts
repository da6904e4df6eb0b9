import { StrangeAnswerError } from './job.ts';
import { serviceRequest } from './jobs.ts';
import { isObject } from './json.ts';
import { request } from './request.ts';
import type { Connection } from './transport.ts';

/** An address that the service calls when jobs begin and end. */
export interface Webhook {
	readonly url: string;
	/** Some of `job.created`, `job.finished` and `job.failed`. */
	readonly events: readonly string[];
	/** Only jobs with this tag; all when empty. */
	readonly tag: string;
}

/** A webhook that the service knows. */
export interface RegisteredWebhook extends Webhook {
	readonly id: number;
	/** Whether the service still calls it. */
	readonly active: boolean;
}

/** Registers a webhook; what its calls are signed with is told this once. */
export async function registerWebhook<Stream>(
	connection: Connection<Stream>,
	{ url, events, tag }: Webhook,
): Promise<{ id: number; secret: string }> {
	const json = { url, events, ...(tag && { tag }) };
	const { body } = await request(connection, { ...serviceRequest('POST', '/v2/webhooks'), json });
	const data = isObject(body) ? body.data : undefined;
	const { signing_secret: secret } = isObject(data) ? data : {};
	if (typeof secret !== 'string') throw new StrangeAnswerError();
	return { id: readWebhook(data).id, secret };
}

/** The webhooks at an address. */
export async function findWebhooks<Stream>(
	connection: Connection<Stream>,
	url: string,
): Promise<RegisteredWebhook[]> {
	const query = new URLSearchParams({ 'filter[url]': url });
	const { body } = await request(connection, serviceRequest('GET', `/v2/webhooks?${query}`));
	if (!isObject(body) || !Array.isArray(body.data)) throw new StrangeAnswerError();
	return body.data.map(readWebhook);
}

/** Removes all webhooks at an address: nothing more is delivered there. */
export async function removeWebhooks<Stream>(
	connection: Connection<Stream>,
	url: string,
): Promise<void> {
	for (const { id } of await findWebhooks(connection, url))
		await request(connection, serviceRequest('DELETE', `/v2/webhooks/${id}`));
}

function readWebhook(data: unknown): RegisteredWebhook {
	if (!isObject(data) || typeof data.id !== 'number') throw new StrangeAnswerError();
	const { id, url, events, tag, disabled } = data;
	return {
		id,
		url: String(url),
		events: Array.isArray(events) ? events.map(String) : [],
		tag: String(tag ?? ''),
		active: disabled !== true,
	};
}
