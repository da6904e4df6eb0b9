import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeOperation } from '../n8n/execute-operation.ts';
import { properties, subtitle } from './properties.gen.ts';

/** Works on files of any format. */
export class FilemillFile implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill File',
		name: 'filemillFile',
		icon: { light: 'file:../../icons/file.svg', dark: 'file:../../icons/file.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Convert, merge and optimize files',
		defaults: { name: 'Filemill File' },
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
