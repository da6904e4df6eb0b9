import { type JobContext, text } from '../jobs/job.ts';
import type { Row } from '../store/sql.ts';

/** What a client can subscribe to: events of a job, of its tasks, of a task, or of all jobs or tasks of a user. */
export interface Channel {
	readonly name: string;
	readonly of: 'job' | 'job tasks' | 'task' | 'user';
	readonly id: string;
}

/** There is one user. */
const userId = '1';

const id = '([0-9a-f-]{36})';
const kinds = [
	['job', new RegExp(`^private-job\\.${id}$`)],
	['job tasks', new RegExp(`^private-job\\.${id}\\.tasks$`)],
	['task', new RegExp(`^private-task\\.${id}$`)],
	['user', /^private-user\.(\d+)\.(?:jobs|tasks)$/],
] as const;

/** The channel of a name, such as `private-job.<id>.tasks`; undefined for one that there cannot be. */
export function parseChannel(name: string): Channel | undefined {
	for (const [of, pattern] of kinds) {
		const id = pattern.exec(name)?.[1];
		if (id !== undefined) return { name, of, id };
	}
	return undefined;
}

/** The names of the channels that an event goes to. */
export function channelsOf(event: Row): string[] {
	const job = `private-job.${text(event, 'job_id')}`;
	if (event.task_id === null) return [job, `private-user.${userId}.jobs`];
	return [`${job}.tasks`, `private-task.${event.task_id}`, `private-user.${userId}.tasks`];
}

/** Whether there is what a channel tells of. */
export async function channelExists({ sql }: JobContext, { of, id }: Channel): Promise<boolean> {
	if (of === 'user') return id === userId;
	const table = of === 'task' ? 'tasks' : 'jobs';
	return (await sql.all(`SELECT id FROM ${table} WHERE id = $1`, [id])).length > 0;
}

/** The ends that a channel has told of up to a position, for those who come too late to hear of them. */
export async function pastEnds(
	{ sql }: JobContext,
	{ of, id }: Channel,
	position: number,
): Promise<Row[]> {
	if (of === 'user') return [];
	const condition = {
		job: "job_id = $1 AND name IN ('job.finished', 'job.failed')",
		'job tasks': "job_id = $1 AND name IN ('task.finished', 'task.failed')",
		task: "task_id = $1 AND name IN ('task.finished', 'task.failed')",
	}[of];
	return sql.all(`SELECT * FROM events WHERE ${condition} AND position <= $2 ORDER BY position`, [
		id,
		position,
	]);
}
