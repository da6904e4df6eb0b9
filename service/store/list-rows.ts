import type { Row, Sql, SqlValue } from './sql.ts';

/** One page of a list: `page` counts from 1. */
export interface Page {
	readonly page: number;
	readonly perPage: number;
}

/** What is on a page, and whether there is another page. */
export interface Listed<Item> {
	readonly rows: readonly Item[];
	readonly more: boolean;
}

/** A page of a table's rows whose columns have the values of `filter`, as far as it has any. */
export async function listRows(
	sql: Sql,
	table: 'jobs' | 'tasks' | 'webhooks' | 'deliveries' | 'signed_urls',
	filter: Readonly<Record<string, SqlValue | undefined>>,
	{ page, perPage }: Page,
	order: string,
): Promise<Listed<Row>> {
	const params: SqlValue[] = [perPage + 1, (page - 1) * perPage];
	const conditions = Object.entries(filter).flatMap(([column, value]) => {
		if (value === undefined) return [];
		if (column === 'status' && value === 'waiting') return ["status IN ('waiting', 'queued')"];
		params.push(value);
		return [`${column} = $${params.length}`];
	});
	const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
	const rows = await sql.all(
		`SELECT * FROM ${table} ${where} ORDER BY ${order} LIMIT $1 OFFSET $2`,
		params,
	);
	return { rows: rows.slice(0, perPage), more: rows.length > perPage };
}
