import { type AnyOperation, describeParameters, operations } from '@filemill/operations';
import type { OperationDescriptor } from '../../../nodes/shared/operation.ts';

/** All operations as plain descriptors, which is all that the nodes know of the schema. */
export function operationDescriptors(): OperationDescriptor[] {
	return operations.map(descriptor);
}

function descriptor(operation: AnyOperation): OperationDescriptor {
	const { name, title, action, summary, family, input, engines } = operation;
	return {
		name,
		title,
		action,
		summary,
		family,
		input,
		// The schema says in prose what a result holds, and names its keys in backquotes.
		makesFiles: operation.result.includes('`files`'),
		engines,
		parameters: describeParameters(operation),
	};
}
