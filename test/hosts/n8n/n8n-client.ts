import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'flatted';

/** The owner of a test's n8n, for signing in where a browser is. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Owner',
	lastName: 'Test',
	password: 'Owner-password-1',
};

/** A node of a workflow, as far as tests place and look at it. */
export interface WorkflowNode {
	readonly id?: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	readonly [setting: string]: unknown;
}

/** Nodes and their wires. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings?: Readonly<Record<string, unknown>>;
}

/** A file on an item. */
export interface ItemFile {
	readonly id?: string;
	readonly data: string;
	readonly mimeType: string;
	readonly fileName?: string;
}

/** An item that a node gave. */
export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, ItemFile>>;
	readonly pairedItem?: unknown;
}

/** How an execution ended. */
export interface Execution {
	readonly status: string;
	/** The items of a node's first output, in its last run. */
	readonly items: (node: string) => readonly Item[];
	readonly error?: {
		readonly message: string;
		readonly description?: string;
		readonly node?: { readonly name: string };
	};
}

interface RunData {
	readonly resultData: {
		readonly runData: Readonly<
			Record<string, readonly { readonly data?: { readonly main: readonly Item[][] } }[]>
		>;
		readonly error?: Execution['error'];
	};
}

/** Speaks to n8n as its editor does. */
export class N8nClient {
	readonly url: string;
	/** What n8n knows a browser by; a cookie is good for one only. */
	readonly browserId = 'test';
	#cookie = '';

	private constructor(url: string) {
		this.url = url;
	}

	/** Makes the first user of a new n8n, who may do everything. */
	static async setUpOwner(url: string): Promise<N8nClient> {
		const client = new N8nClient(url);
		await client.request('POST', '/rest/owner/setup', owner);
		return client;
	}

	/** What keeps the owner signed in. */
	get cookie(): string {
		return this.#cookie;
	}

	/** What is under `data` in an answer, which must be 2xx. */
	async request<Body>(method: string, path: string, body?: unknown): Promise<Body> {
		const response = await this.#fetch(path, {
			method,
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
		const [cookie] = response.headers.getSetCookie();
		if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
		return JSON.parse(text).data;
	}

	/** Saves the credential of a service and answers its id. */
	async saveCredential(name: string, data: Readonly<Record<string, string>>): Promise<string> {
		const wanted = { name, type: 'filemillApi', data };
		const { id } = await this.request<{ id: string }>('POST', '/rest/credentials', wanted);
		return id;
	}

	/** Presses the button that tests what is filled into a credential, which is saved before. */
	async testCredential(data: Readonly<Record<string, string>>): Promise<unknown> {
		const id = await this.saveCredential('Tested', data);
		const credentials = { id, name: 'Tested', type: 'filemillApi', data };
		return this.request('POST', '/rest/credentials/test', { credentials });
	}

	/** Imports a workflow, whose nodes get the credential where they ask for one, and answers its id. */
	async importWorkflow(workflow: Workflow, credentialId: string): Promise<string> {
		const credentials = { filemillApi: { id: credentialId, name: 'Filemill' } };
		const nodes = workflow.nodes.map((node) =>
			asksForCredential(node.type) ? { ...node, credentials } : node,
		);
		const whole = { settings: {}, ...workflow, nodes };
		const { id } = await this.request<{ id: string }>('POST', '/rest/workflows', whole);
		return id;
	}

	/** Reads a workflow, which the editor saves by itself a little later, until one of its nodes has that text in it. */
	async savedWorkflow(id: string, node: string, text: string): Promise<Workflow> {
		for (let tries = 0; tries < 100; tries++) {
			const workflow = await this.request<Workflow>('GET', `/rest/workflows/${id}`);
			const { parameters = {} } = workflow.nodes.find(({ name }) => name === node) ?? {};
			if (JSON.stringify(parameters).includes(text)) return workflow;
			await delay(100);
		}
		throw new Error(`The editor did not save "${text}" in the node "${node}".`);
	}

	/** Lets a workflow be called by its webhooks. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.request<{ versionId: string }>('GET', `/rest/workflows/${id}`);
		await this.request('POST', `/rest/workflows/${id}/activate`, {
			versionId,
			name: '',
			description: '',
		});
	}

	/** Runs a workflow from a trigger to its end, as the button of the editor does. */
	async execute(workflowId: string, trigger: string): Promise<Execution> {
		return this.ended(await this.start(workflowId, trigger));
	}

	/** Begins to run a workflow and answers the id of the execution. */
	async start(workflowId: string, trigger: string): Promise<string> {
		const path = `/rest/workflows/${workflowId}/run`;
		const wanted = { triggerToStartFrom: { name: trigger } };
		const { executionId } = await this.request<{ executionId: string }>('POST', path, wanted);
		return executionId;
	}

	/** The newest execution of a workflow, once it has ended. */
	async lastExecution(workflowId: string): Promise<Execution> {
		const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '1' });
		const { results } = await this.request<{ results: readonly { id: string }[] }>(
			'GET',
			`/rest/executions?${query}`,
		);
		return this.ended(results[0]?.id ?? '');
	}

	/** Reads an execution again until it has ended. */
	async ended(executionId: string): Promise<Execution> {
		for (;;) {
			const { status, data } = await this.request<{ status: string; data: string }>(
				'GET',
				`/rest/executions/${executionId}`,
			);
			if (!['new', 'running', 'waiting'].includes(status)) return readExecution(status, data);
			await delay(100);
		}
	}

	/** The content of a file on an item. */
	async content(file: ItemFile | undefined): Promise<Buffer> {
		if (!file) throw new Error('The item has no such file.');
		if (!file.id) return Buffer.from(file.data, 'base64');
		const query = new URLSearchParams({ id: file.id, action: 'download' });
		const response = await this.#fetch(`/rest/binary-data?${query}`, {});
		if (!response.ok) throw new Error(`The file answered ${response.status}.`);
		return Buffer.from(await response.arrayBuffer());
	}

	#fetch(path: string, options: RequestInit): Promise<Response> {
		return fetch(this.url + path, {
			...options,
			headers: { ...options.headers, Cookie: this.#cookie, 'browser-id': this.browserId },
		});
	}
}

/** An import only describes what an export will ask for. */
function asksForCredential(type: string): boolean {
	return type.includes('.filemill') && !type.endsWith('.filemillImport');
}

function readExecution(status: string, data: string): Execution {
	const { resultData }: RunData = parse(data);
	return {
		status,
		items: (node) => resultData.runData[node]?.at(-1)?.data?.main[0] ?? [],
		error: resultData.error,
	};
}
