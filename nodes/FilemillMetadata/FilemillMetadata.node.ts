import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeOperation } from '../n8n/execute-operation.ts';
import { properties, subtitle } from './properties.gen.ts';

/** Reads metadata. */
export class FilemillMetadata implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill Metadata',
		name: 'filemillMetadata',
		icon: { light: 'file:../../icons/metadata.svg', dark: 'file:../../icons/metadata.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Read or write what a file says of itself',
		defaults: { name: 'Filemill Metadata' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'filemillApi', required: true }],
		properties,
	};

	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return executeOperation(this);
	}
}
