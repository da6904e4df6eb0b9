import {
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';
import { readJob } from '../shared/job.ts';
import { isSigned, signatureHeader } from '../shared/signature.ts';
import { jobItems } from './job-items.ts';
import { nodeError } from './node-error.ts';
import { jobOutputOf } from './result-options.ts';

/** What the Trigger node makes of a call: items with the job, or nothing where the service has not signed it. */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { rawBody } = context.getRequestObject();
	const { secret } = context.getWorkflowStaticData('node');
	const signature = context.getHeaderData()[signatureHeader];
	if (!(await isSigned(rawBody, signature, String(secret ?? '')))) {
		context.getResponseObject().status(401).json({ message: 'The signature is not valid.' });
		return { noWebhookResponse: true };
	}

	const output = jobOutputOf(context.getNodeParameter('output', 'job'));
	if (output === 'job' || output === 'url')
		return { workflowData: [await itemsOf(context, output)] };
	// Fetching may take longer than the service waits for an answer, and it would call again.
	context.getResponseObject().status(202).json({ message: 'The workflow fetches the files.' });
	return { noWebhookResponse: true, workflowData: [await itemsOf(context, output)] };
}

async function itemsOf(
	context: IWebhookFunctions,
	output: ReturnType<typeof jobOutputOf>,
): Promise<INodeExecutionData[]> {
	const { event, job } = context.getBodyData();
	try {
		const items = await jobItems(context, readJob({ data: job }), {
			json: {},
			output,
			simplify: context.getNodeParameter('simplify', true) !== false,
			field: String(context.getNodeParameter('outputDataFieldName', 'data') || 'data'),
			pairedItem: undefined,
		});
		return items.map((item) => ({ ...item, json: { event, ...item.json } }));
	} catch (cause) {
		throw new NodeOperationError(context.getNode(), nodeError(context.getNode(), cause));
	}
}
