import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeImport } from '../n8n/execute-import.ts';
import { properties, subtitle } from './properties.gen.ts';

/** Starts jobs: the node before all others of a chain. */
export class FilemillImport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill Import',
		name: 'filemillImport',
		icon: { light: 'file:../../icons/import.svg', dark: 'file:../../icons/import.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Start a job with a file: from the item, a URL, or text',
		defaults: { name: 'Filemill Import' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties,
	};

	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return executeImport(this);
	}
}
