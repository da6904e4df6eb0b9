import { ServiceError } from '../errors.ts';
import { type JobContext, text } from './job.ts';
import { downloadAddress } from './views.ts';

/** There is no file to redirect to, because a task failed or exported none; the code is that of the task. */
export class NoFileError extends ServiceError {
	override readonly name = 'NoFileError';
	readonly code: string;
	readonly status = 422;

	constructor(fault?: { readonly code: string; readonly message: string }) {
		super(fault?.message ?? 'It has exported no file: it needs an "export/url" task.');
		this.code = fault?.code ?? 'NO_FILE';
	}
}

/**
 * The address of the first file that a job, or a task of its own, has exported by `export/url`.
 * @throws NoFileError
 */
export async function exportedFile(
	context: JobContext,
	kind: 'jobs' | 'tasks',
	id: string,
	baseUrl: string,
): Promise<string> {
	const own = kind === 'jobs' ? 'tasks.job_id = $1' : 'tasks.id = $1';
	const [file] = await context.sql.all(
		`SELECT files.* FROM files JOIN tasks ON tasks.id = files.task_id
		WHERE ${own} AND files.token IS NOT NULL ORDER BY tasks.position, files.position LIMIT 1`,
		[id],
	);
	if (file) return downloadAddress(file, baseUrl);
	const [failed] = await context.sql.all(
		`SELECT code, message FROM tasks WHERE ${own} AND status = 'error'
		ORDER BY ended_at, position LIMIT 1`,
		[id],
	);
	throw new NoFileError(failed && { code: text(failed, 'code'), message: text(failed, 'message') });
}
