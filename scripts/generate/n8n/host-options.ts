import type { INodeProperties } from 'n8n-workflow';
import type { OperationDescriptor } from '../../../nodes/shared/operation.ts';

/** Which field holds the file. */
export const inputField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'inputDataFieldName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description:
		'The name of the field that holds the file to process. Several names are separated by commas. Not used for an item that carries a job.',
};

/** Which field the result goes into. */
export const outputField: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'outputDataFieldName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The name of the field to put the resulting file in',
};

const uploadFilename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. report.docx',
	description: 'The name of the file, with its extension. Its own name when empty.',
};

const run: INodeProperties = {
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
};

/** How long to wait for a job. */
export const maximumWait: INodeProperties = {
	displayName: 'Maximum Wait',
	name: 'maximumWait',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 3600,
	description:
		'Seconds to wait for the result. The job goes on after that, and running the node again gets its result. 0 waits until it ends.',
};

/** The label of a job. */
export const tag: INodeProperties = {
	displayName: 'Job Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoices',
	description: 'A label to find the job by at the service. The name of the workflow when empty.',
};

/** What to give of each file. */
export const output: INodeProperties = {
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
};

/** Whether to wait for a job. */
export const wait: INodeProperties = {
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
};

const combine: INodeProperties = {
	displayName: 'Combine',
	name: 'combine',
	type: 'options',
	options: [
		{
			name: 'All Items Together',
			value: 'all',
			description: 'One result of the files of all items, in the order of the items',
		},
		{ name: 'Each Item', value: 'each', description: 'One result an item, of its own files' },
	],
	default: 'all',
	description: 'Which files to put together',
};

/** What n8n's node asks on top of an operation's own parameters, above the options. */
export function hostProperties({ name, family, input }: OperationDescriptor): INodeProperties[] {
	if (name === 'import/upload') {
		const description =
			'The name of the field that holds the file to import. Several names are separated by commas.';
		return [{ ...inputField, required: true, description }];
	}
	if (name === 'export/url') {
		const displayOptions = { show: { output: ['file', 'both'] } };
		return [output, { ...outputField, required: true, displayOptions }];
	}
	return input === 'all' && family !== 'export' ? [combine] : [];
}

/** What n8n's node offers among the options of an operation. */
export function hostOptions({
	name,
	family,
	input,
	makesFiles,
}: OperationDescriptor): INodeProperties[] {
	if (family === 'import') return name === 'import/upload' ? [uploadFilename] : [];
	const fields = input === 'none' ? [] : [inputField];
	if (family === 'export') return [...fields, maximumWait, tag, wait];
	return [...fields, ...(makesFiles ? [outputField] : []), run, maximumWait, tag, wait];
}
