import { definition } from './definition.ts';

/** What the help of a node says beside its parameters. */
export interface NodeHelp {
	readonly sentence: string;
	/** None of a node without an input. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	readonly details: readonly string[];
}

/** What can be read in an error, for nodes that run or watch jobs. */
export const errors =
	'What goes wrong can be caught: `msg.error.message` names the task and says what to do; `msg.error.code`, `msg.error.cause.task` and `msg.error.cause.jobId` are there for programs.';

const job =
	'`id`, `tag`, `status`, its times, `tasks` with `status`, `percent`, `code` and `message`, and `files` with `url`';

/** The nodes that no family of operations gives. */
export const jobHelp: Readonly<Record<'job' | 'trigger', NodeHelp>> = {
	job: {
		sentence:
			'Runs a job that is given as JSON, and finds, waits for, cancels, retries and deletes jobs.',
		inputs: [
			definition(
				'filemillResult.jobId',
				'string',
				'the job to work on, as other Filemill nodes and *trigger* give it.',
			),
			definition('payload', 'object | string', 'with *Run Job*: the job, parsed or as JSON.'),
		],
		outputs: [
			definition(
				'payload',
				'object | array',
				`the job: ${job}. With *List Jobs* an array of jobs.`,
			),
			definition(
				'payload',
				'buffer | string',
				'where files are wanted: the content of the file, or its URL. Several files come as one message each.',
			),
			definition('filename', 'string', 'the name of the file.'),
			definition('parts', 'object', 'with several files: what *join* needs to put them together.'),
			definition('filemillResult', 'object', '`jobId`, and more about the file.'),
		],
		details: [
			'*Wait for Job*, *Run Job* and *Retry Job* end with an error where the job failed; *Get Job* tells its state and never fails for that. A job that has no files yet is given itself where files are wanted.',
			'With *Wait* off, *Run Job* and *Retry Job* go on at once with the job as it was accepted. A task `import/upload` then has an `upload_url` that takes its file by PUT.',
			'When the flow is stopped or deployed anew, a job that *Run Job* waits for is deleted; one that *Wait for Job* waits for goes on.',
			errors,
		],
	},
	trigger: {
		sentence: 'Sends a message when a job begins or ends at the service.',
		inputs: [],
		outputs: [
			definition('payload', 'object', `the job: ${job}.`),
			definition('topic', 'string', 'the event: `job.created`, `job.finished` or `job.failed`.'),
			definition(
				'filemillResult',
				'object',
				'`jobId` and `status`. A *job* node after this one gets the files of the job.',
			),
		],
		details: [
			'The node follows the stream of events of the service; nothing has to reach Node-RED from outside. At first it hears of what happens from now on.',
			'When the connection is lost it tries again after longer and longer pauses, and then goes on where it was: no event is left out. Where it was is kept in the context of the node. In a context store on disk, it also hears of what happened while Node-RED was off. An event may come twice when Node-RED is cut off in between.',
		],
	},
};
