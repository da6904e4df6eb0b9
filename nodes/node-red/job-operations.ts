import type { NodeOperation, NodeParameter } from './node-operation.ts';

/** What a node offers that is no operation of the service's jobs, in the same form. */
export type PlainOperation = Pick<NodeOperation, 'name' | 'title' | 'summary' | 'parameters'>;

const jobId: NodeParameter = {
	name: 'job_id',
	type: 'string',
	title: 'Job ID',
	description: 'The ID of the job, as other Filemill nodes give it in msg.filemillResult.jobId.',
	required: true,
	initial: { type: 'msg', value: 'filemillResult.jobId' },
};

const give: NodeParameter = {
	name: 'give',
	type: 'enum',
	title: 'Give',
	description: 'What the message brings: the job, or each of its files.',
	required: false,
	default: 'job',
	values: [
		{ value: 'job', label: 'Job' },
		{ value: 'file', label: 'File' },
		{ value: 'url', label: 'URL' },
		{ value: 'both', label: 'File and URL' },
	],
};

const wait: NodeParameter = {
	name: 'wait',
	type: 'boolean',
	title: 'Wait',
	description: 'Whether to wait until the job has ended.',
	required: false,
	default: true,
};

const maximumWait: NodeParameter = {
	name: 'maximum_wait',
	type: 'integer',
	title: 'Maximum Wait',
	description: 'Seconds to wait for the end of the job, which goes on after that.',
	required: false,
	minimum: 1,
	default: 3600,
};

const label: Omit<NodeParameter, 'description'> = {
	name: 'tag',
	type: 'string',
	title: 'Tag',
	required: false,
};

/** What the job node can do, by the names that its editor saves. */
export const jobOperations: readonly PlainOperation[] = [
	{
		name: 'get',
		title: 'Get Job',
		summary: 'Tells how far a job is, or gives its files.',
		parameters: [jobId, give],
	},
	{
		name: 'list',
		title: 'List Jobs',
		summary: 'Lists the jobs of the service, newest first.',
		parameters: [
			{ ...label, description: 'Only jobs with this tag.' },
			{
				name: 'status',
				type: 'enum',
				title: 'Status',
				description: 'Only jobs that are in this state.',
				required: false,
				values: [
					{ value: 'waiting', label: 'Waiting' },
					{ value: 'processing', label: 'Running' },
					{ value: 'finished', label: 'Finished' },
					{ value: 'error', label: 'Failed' },
				],
			},
			{
				name: 'limit',
				type: 'integer',
				title: 'Limit',
				description: 'How many jobs to list at most.',
				required: false,
				minimum: 1,
				default: 50,
			},
		],
	},
	{
		name: 'run',
		title: 'Run Job',
		summary: 'Runs a job that is given as JSON.',
		parameters: [
			{
				name: 'job',
				type: 'json',
				title: 'Job',
				description:
					'The tasks of the job by their names, or a whole request with these in "tasks".',
				required: true,
				initial: { type: 'msg', value: 'payload' },
			},
			wait,
			maximumWait,
			give,
			{ ...label, description: 'A label to find the job by.' },
		],
	},
	{
		name: 'wait',
		title: 'Wait for Job',
		summary: 'Waits until a job has ended. One that failed can be caught.',
		parameters: [jobId, give, maximumWait],
	},
	{
		name: 'cancel',
		title: 'Cancel Job',
		summary: 'Stops the tasks of a job that have not ended.',
		parameters: [jobId],
	},
	{
		name: 'retry',
		title: 'Retry Job',
		summary: 'Runs again what of a failed job had not finished, as a new job.',
		parameters: [jobId, wait, maximumWait, give],
	},
	{
		name: 'delete',
		title: 'Delete Job',
		summary: 'Removes a job with its files.',
		parameters: [jobId],
	},
];
