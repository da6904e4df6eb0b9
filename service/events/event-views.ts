import { type JobContext, number, text } from '../jobs/job.ts';
import { jobView, taskViews, type View } from '../jobs/views.ts';
import type { Row } from '../store/sql.ts';

/**
 * Event rows as clients see them, `{event, job}` or `{event, task}`, each as things stood when it happened.
 * Those whose job or task is gone are left out.
 */
export async function eventViews(
	context: JobContext,
	rows: readonly Row[],
	baseUrl: string,
): Promise<{ readonly row: Row; readonly view: View }[]> {
	const tasks = await tasksAsOf(context, rows, baseUrl);
	const views: { row: Row; view: View }[] = [];
	for (const row of rows) {
		const event = text(row, 'name');
		const task = tasks.get(number(row, 'position'));
		const job = row.task_id === null ? await jobAsOf(context, row, baseUrl) : undefined;
		if (job) views.push({ row, view: { event, job } });
		if (task) views.push({ row, view: { event, task } });
	}
	return views;
}

/** The tasks that events tell of, by the event's position. */
async function tasksAsOf(
	context: JobContext,
	events: readonly Row[],
	baseUrl: string,
): Promise<ReadonlyMap<number, View>> {
	const about = events.filter((event) => event.task_id !== null);
	const ids = [...new Set(about.map((event) => text(event, 'task_id')))];
	if (ids.length === 0) return new Map();
	const rows = await context.sql.all(
		`SELECT * FROM tasks WHERE id IN (${ids.map((_, index) => `$${index + 1}`).join(', ')})`,
		ids,
	);
	const there = about.flatMap((event) => {
		const row = rows.find((one) => one.id === event.task_id);
		return row
			? [{ position: number(event, 'position'), row: { ...row, ...taskState(event) } }]
			: [];
	});
	const views = await taskViews(
		context,
		there.map(({ row }) => row),
		baseUrl,
	);
	return new Map(there.map(({ position }, index) => [position, views[index] ?? {}]));
}

/** The job with all its tasks; undefined when it is gone. */
async function jobAsOf(
	context: JobContext,
	event: Row,
	baseUrl: string,
): Promise<View | undefined> {
	const id = text(event, 'job_id');
	const [job] = await context.sql.all('SELECT * FROM jobs WHERE id = $1', [id]);
	if (!job) return undefined;
	const tasks = await context.sql.all('SELECT * FROM tasks WHERE job_id = $1 ORDER BY position', [
		id,
	]);
	const told = await context.sql.all(
		'SELECT * FROM events WHERE job_id = $1 AND task_id IS NOT NULL ORDER BY number',
		[id],
	);
	const states = new Map<string, Row>();
	for (const one of told) {
		const task = text(one, 'task_id');
		// The first of a task is its creation, which is told right after that of its job.
		if (number(one, 'number') < number(event, 'number') || !states.has(task))
			states.set(task, taskState(one));
	}
	const rows = tasks.map((task) => ({ ...task, ...states.get(text(task, 'id')) }));
	return {
		...jobView({ ...job, ...pick(event, jobStates) }, baseUrl),
		tasks: await taskViews(context, rows, baseUrl),
	};
}

const jobStates = ['status', 'started_at', 'ended_at'];
const taskStates = ['percent', 'credits', 'code', 'message', 'engine', 'engine_version'];

/** What of a task's row changes while it runs, as an event has kept it. */
function taskState(event: Row): Row {
	return pick(event, [...jobStates, ...taskStates]);
}

function pick(row: Row, columns: readonly string[]): Row {
	return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
