import { hostname } from 'node:os';
import { findOperation } from '@filemill/operations';
import type { Row } from '../store/sql.ts';
import { type JobContext, number, numberOrNull, text, textOrNull } from './job.ts';
import { withoutSecrets } from './secrets.ts';

/** A job or task as clients see it; plain JSON. */
export type View = Readonly<Record<string, unknown>>;

/** What a caller asks for beside the default keys of a task. */
export type TaskInclude = 'payload' | 'depends_on_tasks';

/** The address of the service as clients see it. */
export type BaseUrl = () => string;

/** A job without its tasks. */
export function jobView(row: Row, baseUrl: string): View {
	const id = text(row, 'id');
	return {
		id,
		tag: textOrNull(row, 'tag'),
		status: text(row, 'status'),
		created_at: timestamp(row, 'created_at'),
		started_at: timestamp(row, 'started_at'),
		ended_at: timestamp(row, 'ended_at'),
		links: { self: `${baseUrl}/v2/jobs/${id}` },
	};
}

/** Views of task rows, in their order, read with as few queries as they need. */
export async function taskViews(
	context: JobContext,
	rows: readonly Row[],
	baseUrl: string,
	include: ReadonlySet<string> = new Set(),
): Promise<View[]> {
	if (rows.length === 0) return [];
	const ids = rows.map((row) => text(row, 'id'));
	const marks = ids.map((_, index) => `$${index + 1}`).join(', ');
	const files = await context.sql.all(
		`SELECT * FROM files WHERE task_id IN (${marks}) ORDER BY task_id, position`,
		ids,
	);
	const parents = await context.sql.all(
		`SELECT edges.child, tasks.id, tasks.name FROM edges JOIN tasks ON tasks.id = edges.parent
		WHERE edges.child IN (${marks}) ORDER BY tasks.position`,
		ids,
	);
	return rows.map((row) => {
		const id = text(row, 'id');
		return taskView(
			context,
			row,
			{
				files: files.filter((file) => file.task_id === id),
				parents: parents.filter((parent) => parent.child === id),
			},
			baseUrl,
			include,
		);
	});
}

function taskView(
	context: JobContext,
	row: Row,
	related: { readonly files: readonly Row[]; readonly parents: readonly Row[] },
	baseUrl: string,
	include: ReadonlySet<string>,
): View {
	const id = text(row, 'id');
	const operation = findOperation(text(row, 'operation'));
	const status = text(row, 'status');
	// The contract shows both for `metadata`; elsewhere strict clients break on them unless they ask.
	const shown = (key: TaskInclude) => operation?.name === 'metadata' || include.has(key);
	const name = textOrNull(row, 'name');
	return {
		id,
		...(name === null ? { job_id: null } : { name, job_id: text(row, 'job_id') }),
		operation: text(row, 'operation'),
		// Strict clients know no "queued".
		status: status === 'queued' ? 'waiting' : status,
		credits: numberOrNull(row, 'credits'),
		code: textOrNull(row, 'code'),
		message: isWaitingUpload(row) ? 'Waiting for file upload' : textOrNull(row, 'message'),
		percent: number(row, 'percent'),
		...(operation?.engines.length
			? { engine: textOrNull(row, 'engine'), engine_version: textOrNull(row, 'engine_version') }
			: {}),
		...(shown('payload') ? { payload: payloadView(row) } : {}),
		result: resultView(row, related.files, baseUrl),
		created_at: timestamp(row, 'created_at'),
		started_at: timestamp(row, 'started_at'),
		ended_at: timestamp(row, 'ended_at'),
		retry_of_task_id: textOrNull(row, 'retry_of_task_id'),
		copy_of_task_id: textOrNull(row, 'copy_of_task_id'),
		user_id: 1,
		priority: 0,
		host_name: hostname(),
		storage: context.config.FILEMILL_REGION,
		region: context.config.FILEMILL_REGION,
		depends_on_task_ids: related.parents.map((parent) => text(parent, 'id')),
		...(shown('depends_on_tasks')
			? {
					depends_on_tasks: Object.fromEntries(
						related.parents.map((parent) => [
							textOrNull(parent, 'name') ?? text(parent, 'id'),
							text(parent, 'id'),
						]),
					),
				}
			: {}),
		links: { self: `${baseUrl}/v2/tasks/${id}` },
	};
}

function isWaitingUpload(row: Row): boolean {
	return row.operation === 'import/upload' && row.status === 'waiting';
}

function resultView(row: Row, files: readonly Row[], baseUrl: string): View | null {
	if (isWaitingUpload(row))
		return { form: { url: `${baseUrl}/upload/${text(row, 'upload_token')}`, parameters: {} } };
	if (row.status !== 'finished') return null;
	const entries = files.map((file) => ({
		filename: text(file, 'filename'),
		...(file.dir === null ? {} : { dir: text(file, 'dir') }),
		size: number(file, 'size'),
		sha256: text(file, 'sha256'),
		...(file.token === null ? {} : { url: downloadAddress(file, baseUrl) }),
	}));
	const { ...facts }: View = JSON.parse(text(row, 'result'));
	return { ...facts, ...(entries.length > 0 ? { files: entries } : {}) };
}

/** The address from which an exported file can be fetched without a key. */
export function downloadAddress(file: Row, baseUrl: string): string {
	const name = encodeURIComponent(text(file, 'filename'));
	return `${baseUrl}/files/${text(file, 'token')}/${name}`;
}

/** The parameters as sent and defaulted, without the secret ones. */
function payloadView(row: Row): View {
	return withoutSecrets(text(row, 'operation'), JSON.parse(text(row, 'payload')));
}

/** `2026-01-31T12:00:00+00:00`, the form that clients of this interface parse. */
export function timestamp(row: Row, column: string): string | null {
	const time = numberOrNull(row, column);
	return time === null ? null : new Date(time).toISOString().replace(/\.\d+Z$/, '+00:00');
}
