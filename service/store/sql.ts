/** A value that both SQLite and PostgreSQL take and give: text, a whole or broken number, or null. */
export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The system of record, spoken to in the SQL that SQLite and PostgreSQL share: `$1` parameters, `RETURNING`,
 * `ON CONFLICT`, recursive common table expressions, partial indexes. Times are milliseconds since 1970.
 */
export interface Sql {
	all(text: string, params?: readonly SqlValue[]): Promise<Row[]>;
	/** Runs `work` in one transaction: all of it is kept, or nothing when it throws. Only its own `sql` may be used inside. */
	tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

/** A store that can be closed. */
export interface Store extends Sql {
	close(): Promise<void>;
}
