import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { FilemillError } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import type { NodeParameter } from './node-operation.ts';

/** A value as typedInput saves it: a literal, or where to find it. */
export interface TypedValue {
	readonly type: string;
	readonly value: string;
}

const literals = new Set(['str', 'num', 'bool', 'json', 'cred']);

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
	{ type, value }: TypedValue,
): Promise<unknown> {
	if (value === '' && type !== 'cred') return undefined;
	try {
		const found =
			type === 'cred'
				? node.credentials?.[secretName(parameter.name)]
				: await nodeProperty(RED, node, message, type, value);
		return parameter.type === 'dictionary' && typeof found === 'string' ? JSON.parse(found) : found;
	} catch (cause) {
		// JSONata throws plain objects with a message.
		const reason = isObject(cause) || cause instanceof Error ? cause.message : cause;
		throw new FilemillError(`"${parameter.title}" cannot be evaluated: ${reason}.`, {
			description: 'Open this node and correct it.',
			cause,
		});
	}
}

function nodeProperty(
	RED: NodeAPI,
	node: Node,
	message: NodeMessage,
	type: string,
	value: string,
): Promise<unknown> {
	return new Promise((resolve, reject) => {
		RED.util.evaluateNodeProperty(value, type, node, message, (error, result) => {
			if (error) reject(error);
			else resolve(result);
		});
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
