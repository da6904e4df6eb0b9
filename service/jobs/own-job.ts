import type { Sql } from '../store/sql.ts';
import { TooManyJobsError } from './errors.ts';
import { type JobContext, number } from './job.ts';

/** The id of the API key that a job is made with; none where a signed link makes it. */
export type Owner = string | undefined;

/**
 * Notes in the transaction of a new job whose it is.
 * @throws TooManyJobsError when that key has as many as it may
 */
export async function ownJob(
	{ config }: Pick<JobContext, 'config'>,
	tx: Sql,
	id: string,
	owner: Owner,
): Promise<void> {
	const limit = config.FILEMILL_CONCURRENT_JOBS;
	if (owner === undefined || limit === undefined) return;
	await tx.all('UPDATE jobs SET api_key = $1 WHERE id = $2', [owner, id]);
	const [open] = await tx.all(
		'SELECT COUNT(*) AS jobs FROM jobs WHERE api_key = $1 AND ended_at IS NULL',
		[owner],
	);
	if (open && number(open, 'jobs') > limit) throw new TooManyJobsError(limit);
}
