import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createWorkspace, removeWorkspace } from '../files/workspace.ts';
import { readUpload } from '../http/read-upload.ts';
import { NotFoundError, StateError } from './errors.ts';
import { type JobContext, number, text } from './job.ts';
import { finishTask } from './settle.ts';

/**
 * Takes the file of a waiting `import/upload` task from a request and finishes the task. Resolves with the task's
 * `redirect` address, if it has one.
 * @throws NotFoundError, StateError when a file has come before
 */
export async function receiveUpload(
	context: JobContext,
	token: string,
	request: IncomingMessage,
): Promise<string | undefined> {
	const [row] = await context.sql.all(
		'SELECT id, job_id, status, attempt, payload FROM tasks WHERE upload_token = $1',
		[token],
	);
	if (!row) throw new NotFoundError('upload');
	if (row.status !== 'waiting') throw new StateError('This upload has been used or was cancelled.');

	const jobId = text(row, 'job_id');
	const startedAt = Date.now();
	const workspace = await createWorkspace(context.workFolder, `upload-${randomUUID()}`);
	try {
		const file = await readUpload(request, {
			directory: workspace.output,
			maxBytes: context.config.FILEMILL_MAX_FILE,
		});
		const stored = await context.files.adopt(jobId, file.path);
		const accepted = await finishTask(
			context,
			{
				id: text(row, 'id'),
				jobId,
				operation: 'import/upload',
				attempt: number(row, 'attempt'),
				startedAt,
			},
			{ files: [{ ...stored, filename: file.filename }] },
		);
		if (!accepted) throw new StateError('This upload has been used or was cancelled.');
	} finally {
		await removeWorkspace(workspace);
	}
	const { redirect } = JSON.parse(text(row, 'payload'));
	return typeof redirect === 'string' ? redirect : undefined;
}
