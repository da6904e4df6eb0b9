import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { FilemillError } from '../shared/errors.ts';

/**
 * Does the work of one or several items together. When it cannot be done, the node stops with what to do about it,
 * or with "Continue on Fail" gives one item for each input that says so.
 */
export async function settle(
	context: IExecuteFunctions,
	indexes: readonly number[],
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		return await work();
	} catch (cause) {
		const error = nodeError(context.getNode(), cause, indexes[0] ?? 0);
		if (!context.continueOnFail()) throw new NodeOperationError(context.getNode(), error);
		return indexes.map((item) => ({ json: errorJson(error), pairedItem: { item } }));
	}
}

/** An error as n8n shows it: what happened, what to do about it, and for which item. */
export function nodeError(node: INode, cause: unknown, itemIndex?: number): NodeOperationError {
	if (cause instanceof NodeOperationError) {
		cause.context.itemIndex ??= itemIndex;
		return cause;
	}
	const error = cause instanceof Error ? cause : new Error(String(cause));
	const description = error instanceof FilemillError ? error.description : undefined;
	return new NodeOperationError(node, error, { description, itemIndex });
}

/** n8n takes an item for one of its error output only when it has these keys and no other. */
function errorJson({ message, description }: NodeOperationError): INodeExecutionData['json'] {
	return description ? { error: message, message: description } : { error: message };
}
