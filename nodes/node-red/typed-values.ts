import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { FilemillError } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import type { NodeParameter } from './node-operation.ts';

/** A value as typedInput saves it: a literal, or where to find it. */
export interface TypedValue {
	readonly type: string;
	readonly value: string;
}

const literals = new Set(['str', 'num', 'bool', 'json', 'pairs', 'cred']);

/**
 * What the parameters hold for one message, by name; those that are not filled in are left out.
 * @throws FilemillError when an expression fails, or a required value turns out to be empty.
 */
export async function evaluateAll(
	RED: NodeAPI,
	node: Node<Record<string, string>>,
	message: NodeMessage,
	parameters: readonly NodeParameter[],
	given: Readonly<Record<string, TypedValue>>,
): Promise<Record<string, unknown>> {
	const values: Record<string, unknown> = {};
	for (const parameter of parameters) {
		const typed = given[parameter.name] ?? parameter.initial;
		const value = typed && (await evaluate(RED, node, message, parameter, typed));
		if (value !== undefined && value !== null && value !== '') values[parameter.name] = value;
		else if (parameter.required) throw emptyValue(parameter, typed);
	}
	return values;
}

/** The credential in which a secret parameter is kept. */
export function secretName(parameter: string): string {
	return `secret_${parameter}`;
}

async function evaluate(
	RED: NodeAPI,
	node: Node<Record<string, string>>,
	message: NodeMessage,
	parameter: NodeParameter,
	typed: TypedValue,
): Promise<unknown> {
	if (typed.type !== 'cred' && typed.value === '') return undefined;
	const found =
		typed.type === 'cred'
			? Promise.resolve(node.credentials?.[secretName(parameter.name)])
			: nodeProperty(RED, node, message, typed);
	return found
		.then((value) => (parameter.type === 'dictionary' ? parsed(value) : value))
		.catch((cause: unknown) => Promise.reject(notEvaluated(parameter, cause)));
}

/** A map of names and values, in a credential or in an environment variable is a text of JSON. */
function parsed(value: unknown): unknown {
	return typeof value === 'string' && value !== '' ? JSON.parse(value) : value;
}

function nodeProperty(
	RED: NodeAPI,
	node: Node,
	message: NodeMessage,
	{ type, value }: TypedValue,
): Promise<unknown> {
	return new Promise((resolve, reject) => {
		RED.util.evaluateNodeProperty(value, type, node, message, (error, result) => {
			// Node-RED fails where what the path goes through is not there.
			if (error instanceof TypeError && type === 'msg') resolve(undefined);
			else if (error) reject(error);
			else resolve(result);
		});
	});
}

function notEvaluated({ title }: NodeParameter, cause: unknown): FilemillError {
	// JSONata rejects with plain objects that have a message.
	const reason = isObject(cause) || cause instanceof Error ? cause.message : cause;
	return new FilemillError(`"${title}" cannot be evaluated: ${reason}.`, {
		description: 'Open this node and correct it.',
		cause,
	});
}

function emptyValue({ title }: NodeParameter, typed: TypedValue | undefined): FilemillError {
	if (!typed || literals.has(typed.type)) {
		return new FilemillError(`"${title}" is empty.`, {
			description: 'Open this node and fill it in.',
		});
	}
	const place = typed.type === 'jsonata' ? 'the expression' : `${typed.type}.${typed.value}`;
	return new FilemillError(`"${title}" is empty: ${place} holds nothing.`, {
		description: 'Check the node that should have set it.',
	});
}
