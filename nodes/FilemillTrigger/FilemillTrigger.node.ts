import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { receiveEvent } from '../n8n/receive-event.ts';
import { webhookMethods } from '../n8n/trigger-webhook.ts';
import { properties } from './properties.gen.ts';

/** Starts a workflow when a job begins or ends. */
export class FilemillTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill Trigger',
		name: 'filemillTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["events"].map((event) => ({ "job.created": "Job Created", "job.failed": "Job Failed", "job.finished": "Job Finished" })[event]).join(", ") }}',
		description: 'Start the workflow when a job was created, has finished or has failed',
		defaults: { name: 'Filemill Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'filemillApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties,
	};

	webhookMethods = webhookMethods;

	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return receiveEvent(this);
	}
}
