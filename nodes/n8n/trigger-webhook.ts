import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { FilemillError, RefusedError } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import { findWebhooks, registerWebhook, removeWebhooks, type Webhook } from '../shared/webhooks.ts';
import { nodeError } from './node-error.ts';
import { n8nConnection } from './transport.ts';

/**
 * How n8n keeps the webhook of the Trigger node in step with the workflow: asks whether it is there, registers it when
 * the workflow is switched on, and removes it when it is switched off.
 */
export const webhookMethods = {
	default: {
		checkExists(this: IHookFunctions): Promise<boolean> {
			return attempt(this, () => exists(this));
		},
		create(this: IHookFunctions): Promise<boolean> {
			return attempt(this, () => create(this));
		},
		delete(this: IHookFunctions): Promise<boolean> {
			return attempt(this, async () => {
				await removeWebhooks(n8nConnection(this), wantedWebhook(this).url);
				const kept = this.getWorkflowStaticData('node');
				delete kept.webhookId;
				delete kept.secret;
				return true;
			});
		},
	},
};

/** One whose secret is lost, or that listens to something else by now, is as good as none. */
async function exists(context: IHookFunctions): Promise<boolean> {
	const wanted = wantedWebhook(context);
	const { webhookId, secret } = context.getWorkflowStaticData('node');
	if (!secret) return false;
	const webhooks = await findWebhooks(n8nConnection(context), wanted.url);
	return webhooks.some(
		({ id, active, events, tag }) =>
			id === webhookId && active && tag === wanted.tag && sameSet(events, wanted.events),
	);
}

async function create(context: IHookFunctions): Promise<boolean> {
	const wanted = wantedWebhook(context);
	const connection = n8nConnection(context);
	// The address is this node's alone, so what is left there of earlier times would deliver twice.
	await removeWebhooks(connection, wanted.url);
	const { id, secret } = await registerWebhook(connection, wanted).catch((cause: unknown) => {
		throw cause instanceof RefusedError && cause.status === 422
			? new UncallableError(wanted.url, cause)
			: cause;
	});
	Object.assign(context.getWorkflowStaticData('node'), { webhookId: id, secret });
	return true;
}

function wantedWebhook(context: IHookFunctions): Webhook {
	const options: unknown = context.getNodeParameter('options', {});
	const { tag } = isObject(options) ? options : {};
	return {
		url: context.getNodeWebhookUrl('default') ?? '',
		events: [context.getNodeParameter('events')].flat().map(String),
		tag: String(tag ?? ''),
	};
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
	return [...one].sort().join() === [...other].sort().join();
}

async function attempt(context: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (cause) {
		throw new NodeOperationError(context.getNode(), nodeError(context.getNode(), cause));
	}
}

/** The service will not call the address under which n8n listens. */
class UncallableError extends FilemillError {
	override readonly name = 'UncallableError';

	constructor(url: string, cause: RefusedError) {
		const { host, origin } = new URL(url);
		super(`The Filemill service may not call this n8n at ${origin}: ${cause.message}`, {
			description: `Where the service runs, add "${host}" to FILEMILL_ALLOW_ADDRESSES and start it again. If others reach this n8n at another address, set that as WEBHOOK_URL where n8n runs.`,
			cause,
		});
	}
}
