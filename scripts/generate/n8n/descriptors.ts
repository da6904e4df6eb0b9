import { type AnyOperation, describeParameters, operations } from '@filemill/operations';
import type { OperationDescriptor } from '../../../nodes/shared/operation.ts';

/** All operations as plain descriptors, which is all that the nodes know of the schema. */
export function operationDescriptors(): OperationDescriptor[] {
	return operations.map(descriptor);
}

function descriptor(operation: AnyOperation): OperationDescriptor {
	const { name, title, action, summary, family, input, makesFiles, engines } = operation;
	return {
		name,
		title,
		action,
		summary,
		family,
		input,
		makesFiles,
		engines,
		parameters: describeParameters(operation),
	};
}
