import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeExport } from '../n8n/execute-export.ts';
import { properties, subtitle } from './properties.gen.ts';

/** Runs jobs: the node after all others of a chain. */
export class FilemillExport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill Export',
		name: 'filemillExport',
		icon: { light: 'file:../../icons/export.svg', dark: 'file:../../icons/export.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Run the job and give its files',
		defaults: { name: 'Filemill Export' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'filemillApi', required: true }],
		properties,
	};

	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return executeExport(this);
	}
}
