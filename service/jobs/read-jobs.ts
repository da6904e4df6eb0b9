import type { Row, SqlValue } from '../store/sql.ts';
import { NotFoundError } from './errors.ts';
import { type JobContext, text } from './job.ts';
import { jobView, taskViews, type View } from './views.ts';

/** One page of a list: `page` counts from 1. */
export interface Page {
	readonly page: number;
	readonly perPage: number;
}

/** A page's rows, and whether there is another page. */
export interface Listed {
	readonly views: readonly View[];
	readonly more: boolean;
}

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
	const [job] = await context.sql.all('SELECT * FROM jobs WHERE id = $1', [id]);
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
	const [job] = include?.has('job')
		? await context.sql.all('SELECT * FROM jobs WHERE id = $1', [text(row, 'job_id')])
		: [];
	return { ...view, ...(job ? { job: jobView(job, baseUrl) } : {}) };
}

/** Jobs, newest first; with their tasks where `include` says so. */
export async function listJobs(
	context: JobContext,
	filter: { readonly status?: string; readonly tag?: string },
	page: Page,
	baseUrl: string,
	include: ReadonlySet<string>,
): Promise<Listed> {
	const { rows, more } = await list(context, 'jobs', filter, page, 'created_at DESC, id DESC');
	const views: View[] = [];
	for (const row of rows)
		views.push(
			include.has('tasks')
				? await readJob(context, text(row, 'id'), baseUrl, include)
				: jobView(row, baseUrl),
		);
	return { views, more };
}

/** Tasks, newest job first and in the order of their job. */
export async function listTasks(
	context: JobContext,
	filter: { readonly job_id?: string; readonly status?: string; readonly operation?: string },
	page: Page,
	baseUrl: string,
	include: ReadonlySet<string>,
): Promise<Listed> {
	const { rows, more } = await list(
		context,
		'tasks',
		filter,
		page,
		'created_at DESC, job_id DESC, position',
	);
	return { views: await taskViews(context, rows, baseUrl, include), more };
}

async function list(
	context: JobContext,
	table: 'jobs' | 'tasks',
	filter: Readonly<Record<string, string | undefined>>,
	{ page, perPage }: Page,
	order: string,
): Promise<{ rows: readonly Row[]; more: boolean }> {
	const params: SqlValue[] = [perPage + 1, (page - 1) * perPage];
	const conditions = Object.entries(filter).flatMap(([column, value]) => {
		if (value === undefined) return [];
		if (column === 'status' && value === 'waiting') return ["status IN ('waiting', 'queued')"];
		params.push(value);
		return [`${column} = $${params.length}`];
	});
	const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
	const rows = await context.sql.all(
		`SELECT * FROM ${table} ${where} ORDER BY ${order} LIMIT $1 OFFSET $2`,
		params,
	);
	return { rows: rows.slice(0, perPage), more: rows.length > perPage };
}

/** Resolves when the job has ended, or `signal` aborts; at once when there is no such job. */
export async function waitForJob(
	context: JobContext,
	id: string,
	signal: AbortSignal,
): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	let looking = Promise.resolve();
	const look = () => {
		looking = looking
			.then(async () => {
				const [row] = await context.sql.all('SELECT ended_at FROM jobs WHERE id = $1', [id]);
				if (!row || row.ended_at !== null) resolve();
			})
			.catch(() => resolve());
	};
	// Subscribed before the first look, so that an end between the two is not missed.
	const unsubscribe = context.changes.subscribe(id, look);
	signal.addEventListener('abort', () => resolve(), { once: true });
	look();
	if (signal.aborted) resolve();
	await promise;
	unsubscribe();
}
