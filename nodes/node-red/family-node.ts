import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { OperationDescriptor } from '../shared/operation.ts';
import { operations } from '../shared/operations.gen.ts';
import { answerMessage } from './answer-message.ts';
import type { Give } from './file-messages.ts';
import { nodeOperation } from './node-operation.ts';
import { answerMessages } from './node-work.ts';
import { secretName, type TypedValue } from './typed-values.ts';

/** A node of a family; its credentials are the secret parameters of its operations. */
export type FamilyNode = Node<Record<string, string>>;

/** What the editor saves of a node. */
export interface FamilyNodeDef extends NodeDef {
	/** The id of the config node. */
	readonly service?: string;
	readonly operation?: string;
	readonly params?: Readonly<Record<string, TypedValue>>;
	readonly run?: 'auto' | 'now' | 'draft';
	/** Of an export. */
	readonly give?: Give;
}

/** Registers the node of a family: draft in, draft out; file in, file out. */
export function registerFamily(RED: NodeAPI, family: OperationDescriptor['family']): void {
	function FilemillNode(this: FamilyNode, definition: FamilyNodeDef) {
		RED.nodes.createNode(this, definition);
		answerMessages(RED, this, (message, jobs) =>
			answerMessage(RED, this, definition, message, jobs),
		);
	}
	RED.nodes.registerType(`filemill-${family}`, FilemillNode, { credentials: secretsOf(family) });
}

function secretsOf(family: OperationDescriptor['family']): Record<string, { type: 'password' }> {
	const secrets = operations
		.filter((operation) => operation.family === family)
		.flatMap((operation) => nodeOperation(operation).parameters)
		.filter(({ secret }) => secret);
	return Object.fromEntries(secrets.map(({ name }) => [secretName(name), { type: 'password' }]));
}
