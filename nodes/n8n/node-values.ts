import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../shared/json.ts';
import { findOperation, type OperationDescriptor } from '../shared/operation.ts';
import { taskParams } from '../shared/params.ts';

/** What a person set in the node, for one item. */
export interface NodeValues {
	readonly operation: OperationDescriptor;
	/** The parameters of the task. */
	readonly params: JsonObject;
	/** All that is filled in for the operation, as it is. */
	readonly filled: Readonly<Record<string, unknown>>;
	/** The "Options" collection, as it is. */
	readonly options: Readonly<Record<string, unknown>>;
}

/** Reads the operation, what it asks for, and its options. */
export function readValues(context: IExecuteFunctions, index: number): NodeValues {
	const operation = findOperation(String(context.getNodeParameter('operation', index)));
	const options = context.getNodeParameter('options', index, {});
	const own = isObject(options) ? options : {};
	const asked = operation.parameters
		.filter(({ required, type }) => required && type !== 'tasks')
		// A required parameter is not there when it is hidden for the format.
		.map(({ name }) => [name, context.getNodeParameter(name, index, null)] as const);
	const set = Object.entries({ ...own, ...Object.fromEntries(asked) });
	const filled = Object.fromEntries(set.map(([name, value]) => [name, withoutCollection(value)]));
	return { operation, params: taskParams(operation, filled), filled, options: own };
}

/** n8n wraps the pairs of a map in the name of their collection. */
function withoutCollection(value: unknown): unknown {
	return isObject(value) && Array.isArray(value.pairs) ? value.pairs : value;
}
