import type { INodeProperties } from 'n8n-workflow';
import { tag } from './host-options.ts';
import { jobOutputs } from './job-output.ts';

/** The properties of the node that starts a workflow when a job begins or ends. */
export function triggerProperties(): INodeProperties[] {
	return [
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
		...jobOutputs(undefined),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [{ ...tag, description: 'Only jobs with this label. All jobs when empty.' }],
		},
	];
}
