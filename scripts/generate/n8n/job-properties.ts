import type { INodeProperties } from 'n8n-workflow';
import { inputField, maximumWait, tag, wait } from './host-options.ts';
import { jobOutputs, simplify } from './job-output.ts';

const ofOneJob = ['cancel', 'delete', 'get', 'retry', 'wait'];
const givingJobs = ['cancel', 'get', 'retry', 'run', 'wait'];

/** A job that runs as it is, on any service. */
const example = {
	text: { operation: 'import/raw', file: 'Hello from n8n', filename: 'hello.txt' },
	pdf: { operation: 'convert', input: 'text', output_format: 'pdf' },
	result: { operation: 'export/url', input: 'pdf' },
};

/** The properties of the node that works on whole jobs. */
export function jobProperties(): INodeProperties[] {
	return [
		operation,
		shown(ofOneJob, {
			displayName: 'Job ID',
			name: 'jobId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 6f1c2f7e-0b7a-4c57-9a52-5d0f3b1f8a10',
			description: 'The ID of the job, which other Filemill nodes give as "jobId"',
		}),
		shown(['run'], {
			displayName: 'Job',
			name: 'job',
			type: 'json',
			typeOptions: { rows: 12 },
			default: JSON.stringify(example, null, 2),
			required: true,
			description:
				'The tasks of the job by their names, or a whole request with these in "tasks". Tasks with the operation "import/upload" take the files of the item.',
		}),
		shown(['getAll'], {
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		}),
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { operation: ['getAll'], returnAll: [false] } },
		},
		...jobOutputs({ operation: givingJobs }),
		shown(['getAll'], simplify),
		shown(['getAll'], collection('Filters', 'filters', 'Add filter', [tagFilter, status])),
		shown(['run'], collection('Options', 'options', 'Add option', [files, tag, maximumWait, wait])),
		shown(['retry'], collection('Options', 'options', 'Add option', [maximumWait, wait])),
		shown(['wait'], collection('Options', 'options', 'Add option', [maximumWait])),
	];
}

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Cancel',
			value: 'cancel',
			description: 'Stop the tasks of a job that have not ended',
			action: 'Cancel a job',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Remove a job with its files',
			action: 'Delete a job',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'See how far a job is, or get its files',
			action: 'Get a job',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List the jobs of the service, newest first',
			action: 'Get many jobs',
		},
		{
			name: 'Retry',
			value: 'retry',
			description: 'Run again what of a failed job had not finished, as a new job',
			action: 'Retry a job',
		},
		{
			name: 'Run',
			value: 'run',
			description: 'Run a job that is given as JSON',
			action: 'Run a job given as JSON',
		},
		{
			name: 'Wait for Completion',
			value: 'wait',
			description: 'Wait until a job has ended, and stop the workflow if it failed',
			action: 'Wait until a job has ended',
		},
	],
	default: 'get',
};

const files: INodeProperties = {
	...inputField,
	description:
		'The names of the fields whose files the tasks "import/upload" take, one after the other, separated by commas. Empty when someone else sends them.',
};

const tagFilter: INodeProperties = { ...tag, description: 'Only jobs with this label' };

const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Failed', value: 'error' },
		{ name: 'Finished', value: 'finished' },
		{ name: 'Running', value: 'processing' },
		{ name: 'Waiting', value: 'waiting' },
	],
	default: 'finished',
	description: 'Only jobs that are in this state',
};

function shown(operations: readonly string[], property: INodeProperties): INodeProperties {
	return { ...property, displayOptions: { show: { operation: [...operations] } } };
}

function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}
