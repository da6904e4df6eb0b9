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
				name: 'To Disk',
				value: 'export/file',
				description: 'Writes files to a folder that the service may use',
				action: 'Export each file to the disk of the service',
			},
			{
				name: 'To URL',
				value: 'export/url',
				description: 'Makes files available at addresses that expire',
				action: 'Export each file to a temporary URL',
			},
		],
		default: 'export/url',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Files', value: 'file', description: 'Fetch the files' },
			{ name: 'URLs', value: 'url', description: 'Only give the temporary addresses' },
			{ name: 'Files and URLs', value: 'both', description: 'Fetch the files and give addresses' },
		],
		default: 'file',
		description: 'What to give for each file, one item a file',
		displayOptions: { show: { operation: ['export/url'] } },
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputDataFieldName',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		description: 'The name of the field to put the resulting file in',
		required: true,
		displayOptions: { show: { operation: ['export/url'], output: ['file', 'both'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Archive Multiple Files',
				name: 'archive_multiple_files',
				type: 'boolean',
				default: false,
				description: 'Whether several files are handed out as one ZIP archive',
			},
			{
				displayName: 'Ignore Error',
				name: 'ignore_error',
				type: 'boolean',
				default: false,
				description: 'Whether the job may finish although this task fails',
			},
			{
				displayName: 'Input Data Field Name',
				name: 'inputDataFieldName',
				type: 'string',
				default: 'data',
				placeholder: 'e.g. data',
				description:
					'The name of the field that holds the file to process. Several names are separated by commas. Not used for an item that carries a job.',
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
				displayName: 'Show in Browser',
				name: 'inline',
				type: 'boolean',
				default: false,
				description: 'Whether a browser shows the file instead of saving it',
			},
			{
				displayName: 'Timeout',
				name: 'timeout',
				type: 'number',
				default: 18000,
				typeOptions: { minValue: 1, maxValue: 604800, numberPrecision: 0 },
				description: 'Seconds the task may run before it is cancelled',
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
		displayOptions: { show: { operation: ['export/url'] } },
	},
	{
		displayName: 'Folder',
		name: 'path',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. /data/done',
		description:
			'The folder on the machine of the service, below one that it may use. It is made when it is missing.',
		displayOptions: { show: { operation: ['export/file'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Ignore Error',
				name: 'ignore_error',
				type: 'boolean',
				default: false,
				description: 'Whether the job may finish although this task fails',
			},
			{
				displayName: 'Input Data Field Name',
				name: 'inputDataFieldName',
				type: 'string',
				default: 'data',
				placeholder: 'e.g. data',
				description:
					'The name of the field that holds the file to process. Several names are separated by commas. Not used for an item that carries a job.',
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
				displayName: 'Overwrite',
				name: 'overwrite',
				type: 'boolean',
				default: false,
				description: 'Whether files of the same names are replaced. Otherwise the task fails.',
			},
			{
				displayName: 'Timeout',
				name: 'timeout',
				type: 'number',
				default: 18000,
				typeOptions: { minValue: 1, maxValue: 604800, numberPrecision: 0 },
				description: 'Seconds the task may run before it is cancelled',
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
		displayOptions: { show: { operation: ['export/file'] } },
	},
];

/** What it does, below its name on the canvas. */
export const subtitle =
	'={{ ({ "export/url": ["To URL"], "export/file": ["To Disk"] }[$parameter["operation"]] || []).map((value) => [value].flat().join(", ")).filter((value) => value).join(" · ") }}';
