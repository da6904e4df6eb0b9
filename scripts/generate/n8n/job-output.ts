import type { INodeProperties } from 'n8n-workflow';
import { output, outputField } from './host-options.ts';

type Show = NonNullable<INodeProperties['displayOptions']>['show'];

/** In short, or all that the service says; n8n's own words. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What to give of a job: as for an export, or the job itself. */
export function jobOutputs(show: Show): INodeProperties[] {
	const jobOutput: INodeProperties = {
		...output,
		options: [
			{ name: 'Job', value: 'job', description: 'One item with the job, its tasks and its files' },
			...(output.options ?? []),
		],
		default: 'job',
		description: 'What to give: one item for the job, or one for each of its files',
	};
	return [
		show ? { ...jobOutput, displayOptions: { show } } : jobOutput,
		{
			...outputField,
			required: true,
			displayOptions: { show: { ...show, output: ['file', 'both'] } },
		},
		{ ...simplify, displayOptions: { show: { ...show, output: ['job'] } } },
	];
}
