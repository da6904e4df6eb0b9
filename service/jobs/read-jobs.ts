import { type Listed, listRows, type Page } from '../store/list-rows.ts';
import type { Row } from '../store/sql.ts';
import { NotFoundError } from './errors.ts';
import { type JobContext, text } from './job.ts';
import { jobView, taskViews, type View } from './views.ts';

/**
 * A job with its tasks.
 * @throws NotFoundError
 */
export async function readJob(
	context: JobContext,
	id: string,
	baseUrl: string,
	include?: ReadonlySet<string>,
): Promise<View> {
	const [job] = await context.sql.all('SELECT * FROM jobs WHERE id = $1 AND standalone = 0', [id]);
	if (!job) throw new NotFoundError('job');
	const rows = await context.sql.all('SELECT * FROM tasks WHERE job_id = $1 ORDER BY position', [
		id,
	]);
	return { ...jobView(job, baseUrl), tasks: await taskViews(context, rows, baseUrl, include) };
}

/**
 * A task.
 * @throws NotFoundError
 */
export async function readTask(
	context: JobContext,
	id: string,
	baseUrl: string,
	include?: ReadonlySet<string>,
): Promise<View> {
	const [row] = await context.sql.all('SELECT * FROM tasks WHERE id = $1', [id]);
	if (!row) throw new NotFoundError('task');
	const [view] = await taskViews(context, [row], baseUrl, include);
	return { ...view, ...(await related(context, row, baseUrl, include ?? new Set())) };
}

/** What `include` adds to a task: the job it is in, and the ids of the tasks that retried it. */
async function related(
	context: JobContext,
	task: Row,
	baseUrl: string,
	include: ReadonlySet<string>,
): Promise<View> {
	const [job] = include.has('job')
		? await context.sql.all('SELECT * FROM jobs WHERE id = $1 AND standalone = 0', [
				text(task, 'job_id'),
			])
		: [];
	const retries = include.has('retries')
		? await context.sql.all(
				'SELECT id FROM tasks WHERE retry_of_task_id = $1 ORDER BY created_at, id',
				[text(task, 'id')],
			)
		: [];
	return {
		...(include.has('job') ? { job: job ? jobView(job, baseUrl) : null } : {}),
		...(include.has('retries') ? { retries: retries.map((one) => text(one, 'id')) } : {}),
	};
}

/** Jobs, newest first; with their tasks where `include` says so. */
export async function listJobs(
	context: JobContext,
	filter: { readonly status?: string; readonly tag?: string },
	page: Page,
	baseUrl: string,
	include: ReadonlySet<string>,
): Promise<Listed<View>> {
	const { rows, more } = await listRows(
		context.sql,
		'jobs',
		{ ...filter, standalone: 0 },
		page,
		'created_at DESC, id DESC',
	);
	const views: View[] = [];
	for (const row of rows)
		views.push(
			include.has('tasks')
				? await readJob(context, text(row, 'id'), baseUrl, include)
				: jobView(row, baseUrl),
		);
	return { rows: views, more };
}

/** Tasks, newest job first and in the order of their job. */
export async function listTasks(
	context: JobContext,
	filter: { readonly job_id?: string; readonly status?: string; readonly operation?: string },
	page: Page,
	baseUrl: string,
	include: ReadonlySet<string>,
): Promise<Listed<View>> {
	const { rows, more } = await listRows(
		context.sql,
		'tasks',
		filter,
		page,
		'created_at DESC, job_id DESC, position',
	);
	const views = await taskViews(context, rows, baseUrl, include);
	const complete: View[] = [];
	for (const [index, row] of rows.entries())
		complete.push({ ...views[index], ...(await related(context, row, baseUrl, include)) });
	return { rows: complete, more };
}
