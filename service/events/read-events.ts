import { type JobContext, number, text } from '../jobs/job.ts';
import type { View } from '../jobs/views.ts';
import type { Row, SqlValue } from '../store/sql.ts';
import { eventViews } from './event-views.ts';
import type { EventName } from './record-events.ts';

/** Which events are wanted: of one job or of all, of some names, of jobs with a tag. */
export interface EventFilter {
	readonly jobId?: string | undefined;
	readonly names?: readonly EventName[] | undefined;
	readonly tag?: string | undefined;
}

/** An event as clients see it. */
export interface StoredEvent {
	/** Its number in its job where one job is asked for, else its position among all events. */
	readonly id: number;
	readonly name: string;
	readonly data: View;
}

/** The next events after a number, and the number after which to go on. */
export interface EventBatch {
	readonly events: readonly StoredEvent[];
	readonly last: number;
	/** Whether there are more already. */
	readonly more: boolean;
	/** Whether nothing will ever follow: the job has ended and these are its last events, or it is gone. */
	readonly ended: boolean;
}

/** A job may have a thousand tasks, and each of its own events shows them all. */
const batchSize = 25;

/** Reads the next events after a number. */
export async function readEvents(
	context: JobContext,
	filter: EventFilter,
	after: number,
	baseUrl: string,
): Promise<EventBatch> {
	// Read before the events, so that what is committed in between is left for the next batch.
	const { newest, over } = await readEnd(context, filter.jobId);
	const rows = await selectEvents(context, filter, after, newest);
	const views = await eventViews(context, rows, baseUrl);
	const more = rows.length === batchSize;
	const lastRow = rows.at(-1);
	return {
		events: views.map(({ row, view }) => ({
			id: idOf(filter, row),
			name: text(row, 'name'),
			data: view,
		})),
		last: more && lastRow ? idOf(filter, lastRow) : newest,
		more,
		ended: over && !more,
	};
}

/** The number of the newest event of a job, or of all; `over` when there is no such job or it has ended. */
export async function readEnd(
	context: JobContext,
	jobId: string | undefined,
): Promise<{ newest: number; over: boolean }> {
	if (jobId === undefined) {
		const [row] = await context.sql.all("SELECT value FROM counters WHERE name = 'events'");
		return { newest: Number(row?.value ?? 0), over: false };
	}
	const [row] = await context.sql.all('SELECT events, ended_at FROM jobs WHERE id = $1', [jobId]);
	return { newest: Number(row?.events ?? 0), over: row?.ended_at !== null };
}

function idOf({ jobId }: EventFilter, row: Row): number {
	return number(row, jobId === undefined ? 'position' : 'number');
}

async function selectEvents(
	context: JobContext,
	{ jobId, names, tag }: EventFilter,
	after: number,
	newest: number,
): Promise<Row[]> {
	const params: SqlValue[] = [after, newest, batchSize];
	const mark = (value: SqlValue) => `$${params.push(value)}`;
	const column = jobId === undefined ? 'events.position' : 'events.number';
	const conditions = [
		`${column} > $1 AND ${column} <= $2`,
		...(jobId === undefined ? [] : [`events.job_id = ${mark(jobId)}`]),
		...(names === undefined ? [] : [`events.name IN (${names.map(mark).join(', ')})`]),
		...(tag === undefined ? [] : [`jobs.tag = ${mark(tag)}`]),
	];
	return context.sql.all(
		`SELECT events.* FROM events ${tag === undefined ? '' : 'JOIN jobs ON jobs.id = events.job_id'}
		WHERE ${conditions.join(' AND ')} ORDER BY ${column} LIMIT $3`,
		params,
	);
}
