import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { executeJob } from '../n8n/execute-job.ts';
import { properties } from './properties.gen.ts';

/** Works on whole jobs: runs one given as JSON, and finds, waits for and ends those that are there. */
export class FilemillJob implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Filemill Job',
		name: 'filemillJob',
		icon: { light: 'file:../../icons/job.svg', dark: 'file:../../icons/job.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ { cancel: "Cancel", delete: "Delete", get: "Get", getAll: "Get Many", retry: "Retry", run: "Run", wait: "Wait for Completion" }[$parameter["operation"]] }}',
		description: 'Run a job given as JSON, or find, wait for, cancel, retry and delete jobs',
		defaults: { name: 'Filemill Job' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'filemillApi', required: true }],
		properties,
	};

	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return executeJob(this);
	}
}
