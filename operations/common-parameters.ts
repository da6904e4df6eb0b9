import * as z from 'zod';
import { filename, taskName } from './parameters.ts';

/** The names of the tasks whose files are worked on. */
export const input = z
	.union([taskName, z.array(taskName).min(1, { error: 'must name at least one task' }).max(1000)], {
		error: 'must be a task name or a list of task names',
	})
	.meta({
		title: 'Input',
		description: 'Names of the tasks whose output files are the input.',
		control: 'tasks',
	});

const format = z
	.string()
	.trim()
	.toLowerCase()
	.regex(/^[a-z0-9][a-z0-9._-]{0,31}$/, { error: 'must be a format such as "pdf" or "docx"' });

/** Parameters that many operations share; an operation says which it takes. */
export const commonParameters = {
	input_format: format.optional().meta({
		title: 'Input Format',
		description: 'The format of the input files. The extension of each file when empty.',
		placeholder: 'docx',
		control: 'format',
	}),
	output_format: format.meta({
		title: 'Output Format',
		description: 'The format to convert to.',
		placeholder: 'pdf',
		control: 'format',
	}),
	engine: z.string().trim().min(1).max(64).optional().meta({
		title: 'Engine',
		description: 'The engine to use. The best one for the formats when empty.',
		control: 'advanced',
	}),
	engine_version: z.string().trim().min(1).max(64).optional().meta({
		title: 'Engine Version',
		description: 'The version of the engine to use. The installed one when empty.',
		control: 'advanced',
	}),
	filename: filename.optional().meta({
		title: 'File Name',
		description:
			'The name of the output file, with its extension. With several outputs, %d stands for their number.',
		placeholder: 'report.pdf',
	}),
	timeout: z
		.number()
		.int()
		.min(1, { error: 'must be at least 1 second' })
		.max(604_800, { error: 'must be at most 604800 seconds (7 days)' })
		.default(18_000)
		.meta({
			title: 'Timeout',
			description: 'Seconds the task may run before it is cancelled.',
			control: 'advanced',
		}),
	ignore_error: z.boolean().default(false).meta({
		title: 'Ignore Error',
		description: 'Whether the job may finish although this task fails.',
		control: 'advanced',
	}),
} as const;

/** Those that an operation may take or leave; `timeout` and `ignore_error` are of every task. */
export type CommonParameter = Exclude<keyof typeof commonParameters, 'timeout' | 'ignore_error'>;

/** Whether a parameter is one that operations share. */
export function isCommonParameter(name: string): name is keyof typeof commonParameters {
	return name in commonParameters;
}
