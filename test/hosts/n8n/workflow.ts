import { randomUUID } from 'node:crypto';
import type { Workflow, WorkflowNode } from './n8n-client.ts';

/** A node without its place. */
export interface Step {
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly [setting: string]: unknown;
}

/** Which nodes each node leads to, in the order of its outputs; `name#1` is the second input of a node. */
export type Wires = Readonly<Record<string, readonly string[]>>;

/** A workflow of nodes by their names. */
export function workflowOf(
	name: string,
	steps: Readonly<Record<string, Step>>,
	wires: Wires,
	settings = {},
): Workflow {
	const nodes = Object.entries(steps).map(
		([label, step], index): WorkflowNode => ({
			id: randomUUID(),
			typeVersion: 1,
			parameters: {},
			position: [200 * index, 100 * (index % 2)],
			...step,
			name: label,
		}),
	);
	return { name, nodes, settings, connections: connectionsOf(wires) };
}

/** One node after the other. */
export function line(...names: readonly string[]): Wires {
	return Object.fromEntries(
		names.slice(0, -1).map((name, index) => [name, names.slice(index + 1, index + 2)]),
	);
}

/** A node of the package. */
export function filemill(
	family: string,
	operation: string,
	parameters: Readonly<Record<string, unknown>> = {},
	rest: object = {},
): Step {
	return {
		type: `@filemill/n8n-nodes-filemill.filemill${family}`,
		parameters: { operation, ...parameters },
		...rest,
	};
}

/** A webhook that takes a file and answers with the file of the last node. */
export function webhook(path: string): Step {
	return {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'lastNode',
			responseData: 'firstEntryBinary',
			responseBinaryPropertyName: 'data',
			options: { binaryPropertyName: 'data', rawBody: true },
		},
	};
}

function connectionsOf(wires: Wires) {
	return Object.fromEntries(
		Object.entries(wires).map(([from, targets]) => [from, { main: [targets.map(target)] }]),
	);
}

function target(name: string) {
	const [node, index = '0'] = name.split('#');
	return { node, type: 'main', index: Number(index) };
}
