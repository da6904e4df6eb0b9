import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type {
	IDataObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { type N8nHost, nodeType } from './n8n-host.ts';

/** A call that was answered: with which status, and what the node made of it. */
export interface HeardCall {
	readonly status: number;
	readonly result: IWebhookResponseData;
}

/**
 * A workflow with a Trigger node, as n8n runs it: the webhook of the node behind a real web server, the hooks called
 * when the workflow is switched on and off, and what the node keeps between them.
 */
export class N8nListener {
	readonly staticData: IDataObject = {};
	readonly calls: HeardCall[] = [];
	readonly #server: Server;
	readonly #host: () => N8nHost;
	parameters: INode['parameters'];
	#onCall = () => {};

	private constructor(host: () => N8nHost, parameters: INode['parameters']) {
		this.#host = host;
		this.parameters = parameters;
		this.#server = createServer(async (request, response) => {
			const rawBody = await buffer(request);
			const context = this.#context<IWebhookFunctions>({
				getRequestObject: () => ({ rawBody }),
				getHeaderData: () => request.headers,
				getBodyData: () => JSON.parse(String(rawBody)),
				getResponseObject: () => ({
					status: (code: number) => ({
						json: (body: object) => response.writeHead(code).end(JSON.stringify(body)),
					}),
				}),
			});
			const result = (await nodeType('FilemillTrigger').webhook?.call(context)) ?? {};
			if (!result.noWebhookResponse) response.writeHead(200).end('Workflow was started');
			this.calls.push({ status: response.statusCode, result });
			this.#onCall();
		});
	}

	static async start(
		host: () => N8nHost,
		parameters: INode['parameters'] = {},
	): Promise<N8nListener> {
		const listener = new N8nListener(host, parameters);
		await new Promise<void>((resolve) => listener.#server.listen(0, '127.0.0.1', resolve));
		return listener;
	}

	get url(): string {
		const address = this.#server.address();
		return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/webhook/1`;
	}

	/** Calls a hook of the node, where n8n thinks that it is reached at that address. */
	async hook(name: 'checkExists' | 'create' | 'delete', url = this.url): Promise<boolean> {
		const hook = nodeType('FilemillTrigger').webhookMethods?.default?.[name];
		if (!hook) throw new Error(`The node has no hook "${name}".`);
		return hook.call(this.#context<IHookFunctions>({ getNodeWebhookUrl: () => url }));
	}

	/** Resolves with all calls when there are so many. */
	until(count: number): Promise<readonly HeardCall[]> {
		return new Promise((resolve) => {
			this.#onCall = () => this.calls.length >= count && resolve(this.calls);
			this.#onCall();
		});
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	#context<Context>(more: object): Context {
		const placed = { type: 'FilemillTrigger', parameters: this.parameters };
		const { getNodeParameter } = this.#host().context<{
			getNodeParameter: (name: string, index: number, fallback?: unknown) => unknown;
		}>(placed, []);
		return this.#host().context<Context>(placed, [], {
			getNodeParameter: (name: string, fallback?: unknown) => getNodeParameter(name, 0, fallback),
			getWorkflowStaticData: () => this.staticData,
			...more,
		});
	}
}
