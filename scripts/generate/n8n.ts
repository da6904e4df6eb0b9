import type { GeneratedFile } from './generated-file.ts';
import { operationDescriptors } from './n8n/descriptors.ts';

/** The operations as the nodes of both hosts know them, and the properties of each n8n node. */
export function generate(): GeneratedFile[] {
	return [
		{
			path: 'nodes/shared/operations.gen.ts',
			content: [
				'// Written by "npm run generate" from operations/. Do not edit.',
				"import type { OperationDescriptor } from './operation.ts';",
				'',
				'/** All operations of the service, in the order in which editors list them. */',
				`export const operations: readonly OperationDescriptor[] = ${JSON.stringify(operationDescriptors())};`,
				'',
			].join('\n'),
		},
	];
}
