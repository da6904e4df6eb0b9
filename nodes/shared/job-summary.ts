import { exportedFiles, type Job, type Task } from './job.ts';
import type { JsonObject } from './json.ts';

/**
 * What flows need of a job, as plain JSON: its state and times, its tasks with what they found out, and the files that
 * its exports handed out. Keys are named as on the wire.
 */
export function summarizeJob(job: Job): JsonObject {
	const { created_at, started_at, ended_at } = job.answer;
	return plain({
		id: job.id,
		tag: job.tag ?? null,
		status: job.status,
		created_at,
		started_at,
		ended_at,
		tasks: job.tasks.map(summarizeTask),
		files: exportedFiles(job),
	});
}

function summarizeTask({ name, operation, status, percent, code, message, ...rest }: Task): object {
	return {
		name,
		operation,
		status,
		percent,
		code: code ?? null,
		message: message ?? null,
		// Where someone else may send the file that the task waits for.
		...(rest.uploadUrl && { upload_url: rest.uploadUrl }),
		...(Object.keys(rest.facts).length > 0 && { result: rest.facts }),
	};
}

function plain(value: object): JsonObject {
	return JSON.parse(JSON.stringify(value));
}
