import type { PlainOperation } from './job-operations.ts';

/** What the trigger node does: a single thing, so that its editor shows no choice. */
export const triggerOperation: PlainOperation = {
	name: 'follow',
	title: 'Job Events',
	summary: 'Sends a message when a job begins or ends.',
	parameters: [
		{
			name: 'events',
			type: 'strings',
			title: 'Events',
			description: 'What to send messages for.',
			required: true,
			initial: { type: 'str', value: 'job.finished,job.failed' },
			values: [
				{ value: 'job.created', label: 'Job Created' },
				{ value: 'job.finished', label: 'Job Finished' },
				{ value: 'job.failed', label: 'Job Failed' },
			],
			types: ['env'],
		},
		{
			name: 'tag',
			type: 'string',
			title: 'Tag',
			description: 'Only jobs with this tag. All jobs when empty.',
			required: false,
			initial: { type: 'str', value: '' },
			types: ['env', 'global', 'flow'],
		},
	],
};
