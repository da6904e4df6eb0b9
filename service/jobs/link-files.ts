import { createWorkspace, removeWorkspace } from '../files/workspace.ts';
import type { Row } from '../store/sql.ts';
import { type JobContext, text } from './job.ts';

/** The file rows of tasks, by task, with their bytes linked into the scope of another job, so that each job's go with it alone. */
export async function linkFiles(
	{ sql, files, workFolder }: JobContext,
	scope: string,
	tasks: readonly Row[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
	const linked = new Map<string, string>();
	const byTask = new Map<string, readonly Row[]>();
	const workspace = await createWorkspace(workFolder, `retry-${scope}`);
	try {
		for (const task of tasks) {
			const rows: Row[] = [];
			const own = await sql.all('SELECT * FROM files WHERE task_id = $1', [text(task, 'id')]);
			for (const row of own) {
				const blob = text(row, 'blob');
				const link = `${workspace.tmp}/${linked.size}`;
				if (!linked.has(blob)) await files.place(blob, link, { writable: false });
				const there = linked.get(blob) ?? (await files.adopt(scope, link)).blob;
				linked.set(blob, there);
				rows.push({ ...row, blob: there });
			}
			byTask.set(text(task, 'id'), rows);
		}
	} finally {
		await removeWorkspace(workspace);
	}
	return byTask;
}
