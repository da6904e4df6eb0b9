import pLimit from 'p-limit';
import type { TaskContext, Workspace } from '../engines/handler.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Attempt } from './attempt.ts';
import { exportFile } from './exports/export-file.ts';
import { exportUrl } from './exports/export-url.ts';
import { importFile } from './imports/import-file.ts';
import { importUrl } from './imports/import-url.ts';
import { inputFiles, placeInputs } from './input-files.ts';
import type { JobContext } from './job.ts';
import type { ResultFile, TaskResult } from './settle.ts';

/** Does the work of an attempt: the service moves files itself, engines do the rest. A workspace is made when needed. */
export async function performTask(
	context: JobContext,
	attempt: Attempt,
	makeWorkspace: () => Promise<Workspace>,
	signal: AbortSignal,
): Promise<TaskResult> {
	const { operation, jobId } = attempt;
	switch (operation.name) {
		case 'import/raw':
		case 'import/base64':
			// Its file was stored when the job was accepted.
			return { files: [] };
		case 'import/upload':
			throw new TypeError('An upload is settled by the request that brings it.');
		case 'import/url': {
			const file = await importUrl(operation.params.parse(attempt.params), {
				network: context.network,
				directory: (await makeWorkspace()).output,
				maxBytes: context.config.FILEMILL_MAX_FILE,
				signal,
				progress: progressWriter(context, attempt),
			});
			const stored = await context.files.adopt(jobId, file.path);
			return { files: [{ ...stored, filename: file.filename }] };
		}
		case 'import/file': {
			const files = await importFile(operation.params.parse(attempt.params), {
				roots: context.config.FILEMILL_FILE_ROOTS,
				directory: (await makeWorkspace()).output,
				maxBytes: context.config.FILEMILL_MAX_FILE,
				signal,
			});
			const stored: ResultFile[] = [];
			for (const { filename, path } of files)
				stored.push({ ...(await context.files.adopt(jobId, path)), filename });
			return { files: stored };
		}
		case 'export/file':
			return exportFile(operation.params.parse(attempt.params), {
				context,
				files: await inputFiles(context, attempt),
				signal,
				progress: progressWriter(context, attempt),
			});
		case 'export/url': {
			const files = await inputFiles(context, attempt);
			const params = operation.params.parse(attempt.params);
			const progress = progressWriter(context, attempt);
			return exportUrl(params, { context, scope: jobId, files, makeWorkspace, signal, progress });
		}
		default:
			return runEngine(context, attempt, await makeWorkspace(), signal);
	}
}

async function runEngine(
	context: JobContext,
	attempt: Attempt,
	workspace: Workspace,
	signal: AbortSignal,
): Promise<TaskResult> {
	const { operation } = attempt;
	const warnings = new Set(attempt.warnings);
	const task: TaskContext = {
		...(await placeInputs(context, attempt, workspace)),
		workspace,
		signal,
		progress: progressWriter(context, attempt),
		warn: (message) => warnings.add(message),
	};
	const params = operation.params.parse(attempt.params);
	const outcome = await context.engines.execute(operation.name, params, task);
	signal.throwIfAborted();
	// Several at a time: making thousands of files durable one after the other takes minutes.
	const limit = pLimit(16);
	const files = await Promise.all(
		outcome.files.map(({ filename, path, dir }) =>
			limit(async (): Promise<ResultFile> => {
				const stored = await context.files.adopt(attempt.jobId, path);
				return { ...stored, filename, dir };
			}),
		),
	);
	return {
		files,
		facts: warnings.size > 0 ? { ...outcome.facts, warnings: [...warnings] } : outcome.facts,
		engine: outcome.engine,
		engineVersion: outcome.engineVersion,
	};
}

/** Writes percent at most once a second, only when it has grown, and only for the current attempt. */
function progressWriter(context: JobContext, attempt: Attempt): (percent: number) => void {
	let last = Date.now();
	return (percent) => {
		if (Date.now() - last < 1000) return;
		last = Date.now();
		const value = Math.max(0, Math.min(99, Math.round(percent)));
		context.sql
			.tx(async (tx) => {
				const [row] = await tx.all(
					`UPDATE tasks SET percent = $1
					WHERE id = $2 AND attempt = $3 AND status = 'processing' AND percent < $1 RETURNING id`,
					[value, attempt.id, attempt.attempt],
				);
				if (row)
					await recordEvents(tx, attempt.jobId, [{ name: 'task.updated', taskId: attempt.id }]);
			})
			.then(() => context.changes.notify(attempt.jobId))
			.catch((cause) => context.log.warn({ err: cause, task: attempt.id }, 'progress not kept'));
	};
}
