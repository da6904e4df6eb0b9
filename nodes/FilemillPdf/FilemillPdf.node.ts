import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeOperation } from '../n8n/execute-operation.ts';
import { properties, subtitle } from './properties.gen.ts';

/** Works on PDFs. */
export class FilemillPdf implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill PDF',
		name: 'filemillPdf',
		icon: { light: 'file:../../icons/pdf.svg', dark: 'file:../../icons/pdf.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Work on PDFs: pages, passwords, text recognition, archiving and print standards',
		defaults: { name: 'Filemill PDF' },
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
