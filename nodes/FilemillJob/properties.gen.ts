// Written by "npm run generate" from operations/. Do not edit.
import type { INodeProperties } from 'n8n-workflow';

/** What the node asks for. */
export const properties: INodeProperties[] = [
	{
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
	},
	{
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 6f1c2f7e-0b7a-4c57-9a52-5d0f3b1f8a10',
		description: 'The ID of the job, which other Filemill nodes give as "jobId"',
		displayOptions: { show: { operation: ['cancel', 'delete', 'get', 'retry', 'wait'] } },
	},
	{
		displayName: 'Job',
		name: 'job',
		type: 'json',
		typeOptions: { rows: 12 },
		default:
			'{\n  "text": {\n    "operation": "import/raw",\n    "file": "Hello from n8n",\n    "filename": "hello.txt"\n  },\n  "pdf": {\n    "operation": "convert",\n    "input": "text",\n    "output_format": "pdf"\n  },\n  "result": {\n    "operation": "export/url",\n    "input": "pdf"\n  }\n}',
		required: true,
		description:
			'The tasks of the job by their names, or a whole request with these in "tasks". Tasks with the operation "import/upload" take the files of the item.',
		displayOptions: { show: { operation: ['run'] } },
	},
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show: { operation: ['getAll'] } },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { operation: ['getAll'], returnAll: [false] } },
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
		displayOptions: { show: { operation: ['cancel', 'get', 'retry', 'run', 'wait'] } },
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputDataFieldName',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		description: 'The name of the field to put the resulting file in',
		required: true,
		displayOptions: {
			show: { operation: ['cancel', 'get', 'retry', 'run', 'wait'], output: ['file', 'both'] },
		},
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: {
			show: { operation: ['cancel', 'get', 'retry', 'run', 'wait'], output: ['job'] },
		},
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: { operation: ['getAll'] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'Job Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoices',
				description: 'Only jobs with this label',
			},
			{
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
			},
		],
		displayOptions: { show: { operation: ['getAll'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Input Data Field Name',
				name: 'inputDataFieldName',
				type: 'string',
				default: 'data',
				placeholder: 'e.g. data',
				description:
					'The names of the fields whose files the tasks "import/upload" take, one after the other, separated by commas. Empty when someone else sends them.',
			},
			{
				displayName: 'Job Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoices',
				description:
					'A label to find the job by at the service. The name of the workflow when empty.',
			},
			{
				displayName: 'Maximum Wait',
				name: 'maximumWait',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 3600,
				description:
					'Seconds to wait for the result. The job goes on after that, and running the node again gets its result. 0 waits until it ends.',
			},
			{
				displayName: 'Wait',
				name: 'wait',
				type: 'options',
				options: [
					{
						name: 'Until It Has Ended',
						value: 'end',
						description: 'Go on with the result of the job',
					},
					{
						name: 'Do Not Wait',
						value: 'no',
						description: 'Go on at once with the ID of the job, for a Filemill Job or Trigger node',
					},
				],
				default: 'end',
				description: 'What to do while the job runs',
			},
		],
		displayOptions: { show: { operation: ['run'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Maximum Wait',
				name: 'maximumWait',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 3600,
				description:
					'Seconds to wait for the result. The job goes on after that, and running the node again gets its result. 0 waits until it ends.',
			},
			{
				displayName: 'Wait',
				name: 'wait',
				type: 'options',
				options: [
					{
						name: 'Until It Has Ended',
						value: 'end',
						description: 'Go on with the result of the job',
					},
					{
						name: 'Do Not Wait',
						value: 'no',
						description: 'Go on at once with the ID of the job, for a Filemill Job or Trigger node',
					},
				],
				default: 'end',
				description: 'What to do while the job runs',
			},
		],
		displayOptions: { show: { operation: ['retry'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Maximum Wait',
				name: 'maximumWait',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 3600,
				description:
					'Seconds to wait for the result. The job goes on after that, and running the node again gets its result. 0 waits until it ends.',
			},
		],
		displayOptions: { show: { operation: ['wait'] } },
	},
];
