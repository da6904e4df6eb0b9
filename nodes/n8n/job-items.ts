import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { exportedFiles, type Job } from '../shared/job.ts';
import { summarizeJob } from '../shared/job-summary.ts';
import { fileItems, plainObject, type ResultItems } from './result-items.ts';

/** What a person wants of jobs: the job itself, in short or as the service gives it, or its files. */
export interface JobItems extends Omit<ResultItems, 'output'> {
	readonly output: ResultItems['output'] | 'job';
	readonly simplify: boolean;
}

/** The items for a job: one with the job, or one for each of its files where it has some and they are wanted. */
export async function jobItems(
	context: IExecuteFunctions | IWebhookFunctions,
	job: Job,
	{ output, simplify, ...how }: JobItems,
): Promise<INodeExecutionData[]> {
	const files = output === 'job' ? [] : exportedFiles(job);
	if (output === 'job' || files.length === 0)
		return [{ json: jobJson(job, simplify), pairedItem: how.pairedItem }];
	return fileItems(context, { job, files }, { output, ...how });
}

/** A job in short, or as the service gives it. */
export function jobJson(job: Job, simplify: unknown): INodeExecutionData['json'] {
	return plainObject(simplify === false ? job.answer : summarizeJob(job));
}
