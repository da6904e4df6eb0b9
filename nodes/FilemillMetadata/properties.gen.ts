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
				name: 'Read Metadata',
				value: 'metadata',
				description: 'Extracts metadata, such as the page count of a PDF or the size of a picture',
				action: 'Read the metadata of a file',
			},
			{
				name: 'Write Metadata',
				value: 'metadata/write',
				description:
					'Writes XMP, IPTC or PDF properties, such as the title and the author, to a file',
				action: 'Write metadata to a file',
			},
		],
		default: 'metadata',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Engine',
				name: 'engine',
				type: 'string',
				default: '',
				description: 'The engine to use. The best one for the formats when empty. One of exiftool.',
			},
			{
				displayName: 'Engine Version',
				name: 'engine_version',
				type: 'string',
				default: '',
				description: 'The version of the engine to use. The installed one when empty.',
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
				displayName: 'Input Format',
				name: 'input_format',
				type: 'string',
				default: '',
				placeholder: 'e.g. docx',
				description: 'The format of the input files. The extension of each file when empty.',
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
				displayName: 'Run',
				name: 'run',
				type: 'options',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
						description: 'Add to the job of the item where it carries one, else run now',
					},
					{ name: 'Now', value: 'now', description: 'Run now and give the result' },
					{
						name: 'Add to Job',
						value: 'add',
						description: 'Only add to the job of the item, which an Export node runs',
					},
				],
				default: 'automatic',
				description: 'When to do the work',
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
		displayOptions: { show: { operation: ['metadata'] } },
	},
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Property',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Property' },
		options: [
			{
				displayName: 'Property',
				name: 'pairs',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Title',
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
		required: true,
		description:
			'Properties and their new values, such as Title, Author, Creator, Producer, Subject and Keywords, or any of XMP and IPTC, such as XMP-dc:Rights. An empty value removes the property.',
		displayOptions: { show: { operation: ['metadata/write'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Engine',
				name: 'engine',
				type: 'string',
				default: '',
				description: 'The engine to use. The best one for the formats when empty. One of exiftool.',
			},
			{
				displayName: 'Engine Version',
				name: 'engine_version',
				type: 'string',
				default: '',
				description: 'The version of the engine to use. The installed one when empty.',
			},
			{
				displayName: 'File Name',
				name: 'filename',
				type: 'string',
				default: '',
				placeholder: 'e.g. report.pdf',
				description:
					'The name of the output file, with its extension. With several outputs, %d stands for their number.',
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
				displayName: 'Input Format',
				name: 'input_format',
				type: 'string',
				default: '',
				placeholder: 'e.g. docx',
				description: 'The format of the input files. The extension of each file when empty.',
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
				displayName: 'Output Data Field Name',
				name: 'outputDataFieldName',
				type: 'string',
				default: 'data',
				placeholder: 'e.g. data',
				description: 'The name of the field to put the resulting file in',
			},
			{
				displayName: 'Run',
				name: 'run',
				type: 'options',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
						description: 'Add to the job of the item where it carries one, else run now',
					},
					{ name: 'Now', value: 'now', description: 'Run now and give the result' },
					{
						name: 'Add to Job',
						value: 'add',
						description: 'Only add to the job of the item, which an Export node runs',
					},
				],
				default: 'automatic',
				description: 'When to do the work',
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
		displayOptions: { show: { operation: ['metadata/write'] } },
	},
];

/** What it does, below its name on the canvas. */
export const subtitle =
	'={{ ({ "metadata": ["Read Metadata"], "metadata/write": ["Write Metadata"] }[$parameter["operation"]] || []).map((value) => [value].flat().join(", ")).filter((value) => value).join(" · ") }}';
