import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import {
	type IBinaryData,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	NodeHelpers,
	NodeOperationError,
} from 'n8n-workflow';
import { n8nRequest, type SentRequest } from './n8n-request.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const load = createRequire(path.join(root, 'package.json'));

/** What a person fills into the credential. */
export interface Credentials {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** A node as a person placed and filled it. */
export interface PlacedNode {
	readonly type: string;
	readonly name?: string;
	readonly parameters?: INode['parameters'];
	readonly continueOnFail?: boolean;
	readonly signal?: AbortSignal;
	readonly executionId?: string;
}

/**
 * What n8n gives a running node, as far as ours use it: parameters with their defaults, files stored in a folder or
 * kept in memory, and requests by axios as n8n makes them. The nodes are those of the built package.
 */
export class N8nHost {
	readonly requests: SentRequest[] = [];
	readonly #folder: string;
	readonly #credentials: Credentials;
	readonly #mode: 'stored' | 'memory';

	private constructor(folder: string, credentials: Credentials, mode: 'stored' | 'memory') {
		this.#folder = folder;
		this.#credentials = credentials;
		this.#mode = mode;
	}

	static async start(
		credentials: Credentials,
		mode: 'stored' | 'memory' = 'stored',
	): Promise<N8nHost> {
		return new N8nHost(await mkdtemp(path.join(tmpdir(), 'n8n-host-')), credentials, mode);
	}

	stop(): Promise<void> {
		return rm(this.#folder, { recursive: true, force: true });
	}

	/** An item that holds local files, in the fields `data`, `data1`, and so on. */
	async item(...files: string[]): Promise<INodeExecutionData> {
		const stored = await Promise.all(
			files.map(async (file, index) => {
				const binary = await this.#store(createReadStream(file), path.basename(file));
				return [`data${index || ''}`, binary] as const;
			}),
		);
		return { json: { from: 'test' }, binary: Object.fromEntries(stored) };
	}

	/** The content of a file on an item. */
	content({ id, data }: IBinaryData): Promise<Buffer> {
		return id ? readFile(this.#path(id)) : Promise.resolve(Buffer.from(data, 'base64'));
	}

	/** Runs a node of the built package on items. */
	async run(placed: PlacedNode, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const context = this.context<IExecuteFunctions>(placed, items);
		const outputs = await nodeType(placed.type).execute?.call(context);
		if (!Array.isArray(outputs)) throw new Error(`${placed.type} gave no items.`);
		return outputs[0] ?? [];
	}

	/** What n8n hands to the code of a node, with more members or other ones. */
	context<Context>(placed: PlacedNode, items: INodeExecutionData[], more: object = {}): Context {
		const type = nodeType(placed.type);
		const node: INode = {
			id: `id-of-${placed.name ?? placed.type}`,
			name: placed.name ?? type.description.displayName,
			type: type.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: placed.parameters ?? {},
		};
		const { properties } = type.description;
		const set = NodeHelpers.getNodeParameters(
			properties,
			node.parameters,
			true,
			false,
			node,
			type.description,
		);
		const executionId = placed.executionId ?? randomUUID();
		const context = {
			getInputData: () => items,
			getNode: () => node,
			getWorkflow: () => ({ id: '1', name: 'Test workflow', active: false }),
			getExecutionId: () => executionId,
			getExecutionCancelSignal: () => placed.signal,
			continueOnFail: () => placed.continueOnFail ?? false,
			evaluateExpression: (expression: string) =>
				expression === '{{ $runIndex }}' ? 0 : undefined,
			getNodeParameter: (name: string, _index: number, fallback?: unknown) => {
				const value = set?.[name] ?? fallback;
				if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
				return value;
			},
			helpers: {
				httpRequest: (options: IHttpRequestOptions) => n8nRequest(options, this.requests),
				httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) =>
					this.#requestWithCredentials(options),
				assertBinaryData: (index: number, field: string | IBinaryData) => {
					const binary = typeof field === 'string' ? items[index]?.binary?.[field] : field;
					if (binary) return binary;
					throw new NodeOperationError(
						node,
						`This operation expects the node's input data to contain a binary file '${field}', but none was found [item ${index}]`,
					);
				},
				getBinaryStream: async (id: string) => {
					await stat(this.#path(id));
					return createReadStream(this.#path(id));
				},
				getBinaryMetadata: async (id: string) => ({ fileSize: (await stat(this.#path(id))).size }),
				prepareBinaryData: (content: Buffer | Readable, name: string, mime?: string) =>
					this.#store(content, name, mime),
				binaryToString: (content: Buffer | Readable) =>
					Buffer.isBuffer(content) ? content.toString() : text(content),
			},
		};
		// n8n's own interfaces have some hundred members; the nodes use these.
		return { ...context, ...more } as unknown as Context;
	}

	async #requestWithCredentials(options: IHttpRequestOptions): Promise<unknown> {
		const { authenticate } = credentialType();
		if (typeof authenticate !== 'function') throw new Error('The credential has no authenticate.');
		return n8nRequest(await authenticate({ ...this.#credentials }, options), this.requests);
	}

	async #store(
		content: Buffer | Readable,
		fileName: string,
		mimeType?: string,
	): Promise<IBinaryData> {
		const known = {
			fileName,
			fileExtension: path.extname(fileName).slice(1),
			mimeType: mimeType ?? 'application/octet-stream',
		};
		if (this.#mode === 'memory') {
			const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
			return { ...known, data: bytes.toString('base64'), bytes: bytes.length };
		}
		const id = `filesystem-v2:${randomUUID()}`;
		await pipeline(
			Buffer.isBuffer(content) ? Readable.from([content]) : content,
			createWriteStream(this.#path(id)),
		);
		return { ...known, id, data: 'filesystem-v2', bytes: (await stat(this.#path(id))).size };
	}

	#path(id: string): string {
		return path.join(this.#folder, id.slice(id.indexOf(':') + 1));
	}
}

/** A node of the built package. */
export function nodeType(type: string): INodeType {
	return instance(load('./package.json').n8n.nodes, `${type}.node.js`);
}

function credentialType(): ICredentialType {
	return instance(load('./package.json').n8n.credentials, 'FilemillApi.credentials.js');
}

/** n8n takes the class that is named like the file up to its first dot. */
function instance<Type>(files: readonly string[], name: string): Type {
	const file = files.find((one) => path.basename(one) === name);
	if (!file) throw new Error(`The package lists no ${name}.`);
	const [className = ''] = name.split('.');
	const loaded: Record<string, new () => Type> = load(`./${file}`);
	const Class = loaded[className];
	if (!Class) throw new Error(`${file} has no class ${className}.`);
	return new Class();
}

/** The JSON of the items. */
export function jsonOf(items: readonly INodeExecutionData[]): IDataObject[] {
	return items.map(({ json }) => json);
}
