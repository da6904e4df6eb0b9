import type { Node, NodeAPI, NodeDef } from 'node-red';
import { FilemillError } from '../shared/errors.ts';
import type { Connection } from '../shared/transport.ts';
import { fetchTransport, sleep } from './fetch-transport.ts';
import type { ByteStream } from './held-file.ts';

const defaultAddress = 'http://127.0.0.1:8484';

/** Address and key of a service, shared by nodes. */
export interface ConfigNode extends Node<{ apiKey: unknown }> {
	/** @throws FilemillError when address or key are not usable. */
	connect: (signal: AbortSignal) => Connection<ByteStream>;
}

interface ConfigNodeDef extends NodeDef {
	readonly baseUrl?: string;
}

/** Registers the config node. */
export function registerConfigNode(RED: NodeAPI): void {
	function FilemillConfig(this: ConfigNode, { baseUrl, ...definition }: ConfigNodeDef) {
		RED.nodes.createNode(this, definition);
		this.connect = (signal) =>
			connectionTo(RED, this, { baseUrl, apiKey: this.credentials?.apiKey }, signal);
	}
	RED.nodes.registerType('filemill-config', FilemillConfig, {
		credentials: { apiKey: { type: 'password' } },
	});
}

/** Whether a node that another refers to is a config node of ours. */
export function isConfigNode(node: Node | null | undefined): node is ConfigNode {
	return typeof node === 'object' && node !== null && 'connect' in node;
}

/**
 * The service that is chosen in a node.
 * @throws FilemillError when none is.
 */
export function chosenService(RED: NodeAPI, id: string | undefined): ConfigNode {
	const service = RED.nodes.getNode(id ?? '');
	if (isConfigNode(service)) return service;
	throw new FilemillError('No Filemill service is chosen.', {
		description: 'Open this node and choose one, or add one with its address and API key.',
	});
}

/**
 * A connection to the service; what is left empty comes from the environment variables FILEMILL_URL and
 * FILEMILL_API_KEY.
 * @throws FilemillError when address or key are not usable.
 */
export function connectionTo(
	RED: NodeAPI,
	node: Node,
	given: { readonly baseUrl: unknown; readonly apiKey: unknown },
	signal: AbortSignal,
): Connection<ByteStream> {
	const environment = (name: string): unknown =>
		RED.util.evaluateNodeProperty(name, 'env', node, {});
	const resolve = (value: unknown, variable: string): string => {
		const resolved = typeof value === 'string' && value.includes('${') ? environment(value) : value;
		return String(resolved || environment(variable) || '').trim();
	};

	const address = resolve(given.baseUrl, 'FILEMILL_URL') || defaultAddress;
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		throw new FilemillError(`"${address}" is no address of a Filemill service.`, {
			description: `Enter one such as ${defaultAddress} in the Filemill config node.`,
		});
	}
	const apiKey = resolve(given.apiKey, 'FILEMILL_API_KEY');
	if (!apiKey) {
		throw new FilemillError('The Filemill config node has no API key.', {
			description: 'Enter the key that the service printed at its first start.',
		});
	}
	return { transport: fetchTransport(address.replace(/\/+$/, ''), apiKey), sleep, signal };
}
