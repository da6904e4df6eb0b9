// Written by "npm run generate" from operations/. Do not edit.
import type { INodeProperties } from 'n8n-workflow';

/** What the node asks for. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: [
			{ name: 'Job Created', value: 'job.created', description: 'A job was accepted' },
			{ name: 'Job Failed', value: 'job.failed', description: 'A job ended without its result' },
			{ name: 'Job Finished', value: 'job.finished', description: 'A job ended well' },
		],
		default: ['job.failed', 'job.finished'],
		required: true,
		description: 'What starts the workflow',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Job', value: 'job', description: 'One item with the job, its tasks and its files' },
			{ name: 'Files', value: 'file', description: 'Fetch the files' },
			{ name: 'URLs', value: 'url', description: 'Only give the temporary addresses' },
			{ name: 'Files and URLs', value: 'both', description: 'Fetch the files and give addresses' },
		],
		default: 'job',
		description: 'What to give: one item for the job, or one for each of its files',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputDataFieldName',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		description: 'The name of the field to put the resulting file in',
		required: true,
		displayOptions: { show: { output: ['file', 'both'] } },
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: { output: ['job'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Job Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoices',
				description: 'Only jobs with this label. All jobs when empty.',
			},
		],
	},
];
