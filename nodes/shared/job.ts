import { FilemillError, JobError } from './errors.ts';
import { isObject } from './json.ts';

/** A file in the result of a task. */
export interface ResultFile {
	readonly filename: string;
	/** Bytes. */
	readonly size?: number;
	/** Where an exported file can be fetched without a key. */
	readonly url?: string;
}

/** A task as the service reports it. */
export interface Task {
	readonly id: string;
	readonly name: string;
	readonly operation: string;
	readonly status: string;
	readonly percent: number;
	readonly code?: string;
	readonly message?: string;
	readonly files: readonly ResultFile[];
	/** Where a waiting `import/upload` takes its file. */
	readonly uploadUrl?: string;
	/** The rest of its result: what was read or verified, and warnings. */
	readonly facts: Readonly<Record<string, unknown>>;
}

/** A job as the service reports it. */
export interface Job {
	readonly id: string;
	readonly tag?: string;
	readonly status: string;
	readonly tasks: readonly Task[];
	/** The same as the service gave it. */
	readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * Reads the job in an answer.
 * @throws FilemillError when the answer holds none, as when the address leads to something else.
 */
export function readJob(body: unknown): Job {
	const job = isObject(body) ? body.data : undefined;
	if (!isObject(job) || typeof job.id !== 'string' || typeof job.status !== 'string')
		throw new StrangeAnswerError();
	const tasks = Array.isArray(job.tasks) ? job.tasks.filter(isObject).map(readTask) : [];
	return { id: job.id, tag: text(job.tag), status: job.status, tasks, answer: job };
}

/** What answers at the address of the service is something else. */
export class StrangeAnswerError extends FilemillError {
	override readonly name = 'StrangeAnswerError';

	constructor() {
		super('The answer is not that of a Filemill service.', {
			description: 'Check the address of the service.',
		});
	}
}

/** Whether the job will not change any more. */
export function hasEnded(job: Job): boolean {
	return job.status === 'finished' || job.status === 'error';
}

/** How far a job is, as the mean of its tasks. */
export function percentOf({ tasks }: Job): number {
	const sum = tasks.reduce((total, { percent }) => total + percent, 0);
	return tasks.length === 0 ? 0 : sum / tasks.length;
}

/** A file that an export task handed out. */
export interface ExportedFile extends ResultFile {
	/** The name of the export task. */
	readonly task: string;
}

/** The files that a job's exports handed out, in the order of those tasks; `names` where it is known better. */
export function exportedFiles(
	job: Job,
	names: readonly string[] = job.tasks.map(({ name }) => name),
): readonly ExportedFile[] {
	const exports = job.tasks.filter(({ operation }) => operation.startsWith('export/'));
	const byName = new Map(exports.map((task) => [task.name, task]));
	return names.flatMap((name) =>
		(byName.get(name)?.files ?? []).map((file) => ({ ...file, task: name })),
	);
}

/** The error of a job that ended without its result, from the task where it began. */
export function jobError(job: Job): JobError {
	const failed = job.tasks.filter((task) => task.status === 'error');
	const root = failed.find((task) => task.code !== 'INPUT_TASK_FAILED') ?? failed[0];
	return new JobError({
		jobId: job.id,
		task: root?.name ?? 'job',
		code: root?.code ?? 'UNKNOWN',
		message: root?.message ?? 'The job ended without a result.',
	});
}

function readTask(task: Record<string, unknown>): Task {
	const { files, form, ...facts } = isObject(task.result) ? task.result : {};
	return {
		id: text(task.id) ?? '',
		name: text(task.name) ?? '',
		operation: text(task.operation) ?? '',
		status: text(task.status) ?? '',
		percent: typeof task.percent === 'number' ? task.percent : 0,
		code: text(task.code),
		message: text(task.message),
		files: Array.isArray(files) ? files.filter(isObject).map(readFile) : [],
		uploadUrl: isObject(form) ? text(form.url) : undefined,
		facts,
	};
}

function readFile(file: Record<string, unknown>): ResultFile {
	return {
		filename: text(file.filename) ?? 'file',
		size: typeof file.size === 'number' ? file.size : undefined,
		url: text(file.url),
	};
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
