import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import type { Row, Sql, SqlValue, Store } from './sql.ts';

/** Another process has the data folder open. */
export class FolderInUseError extends Error {
	override readonly name = 'FolderInUseError';

	constructor(folder: string) {
		super(
			`Another Filemill service uses the data folder ${folder}. Stop it, or set FILEMILL_DATA.`,
		);
	}
}

/**
 * Opens the embedded store of a data folder, for this process alone.
 * A commit is on the disk when its promise resolves (WAL with `synchronous=FULL`).
 * @throws FolderInUseError
 */
export async function openSqlite(folder: string): Promise<Store> {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const lock = lockFolder(folder);
	const store = new SqliteStore(openDatabase(folder), () => lock.close());
	await migrate(store);
	return store;
}

/**
 * Opens the store of a data folder beside the service that may run on it, for a command that changes a row or two;
 * without a service it is opened, and brought to this version, as the service would.
 */
export async function joinSqlite(folder: string): Promise<Store> {
	try {
		return await openSqlite(folder);
	} catch (error) {
		if (!(error instanceof FolderInUseError)) throw error;
		return new SqliteStore(openDatabase(folder), () => undefined);
	}
}

function openDatabase(folder: string): DatabaseSync {
	const database = new DatabaseSync(path.join(folder, 'filemill.sqlite'));
	database.exec(
		'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000',
	);
	return database;
}

/** The kernel drops this lock with the process, however it ends; no stale file can keep the next start out. */
function lockFolder(folder: string): DatabaseSync {
	const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'));
	try {
		lock.exec('PRAGMA busy_timeout=0; BEGIN EXCLUSIVE');
	} catch {
		lock.close();
		throw new FolderInUseError(folder);
	}
	return lock;
}

class SqliteStore implements Store {
	readonly #database: DatabaseSync;
	readonly #unlock: () => void;
	readonly #statements = new Map<string, StatementSync>();
	/** The one connection is passed on when the last user is done, so an `await` inside a transaction cannot interleave. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(database: DatabaseSync, unlock: () => void) {
		this.#database = database;
		this.#unlock = unlock;
	}

	all(text: string, params: readonly SqlValue[] = []): Promise<Row[]> {
		return this.#exclusive(async () => this.#run(text, params));
	}

	tx<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
		return this.#exclusive(async () => {
			const inside: Sql = {
				all: async (text, params = []) => this.#run(text, params),
				tx: (more) => more(inside),
			};
			this.#database.exec('BEGIN IMMEDIATE');
			try {
				const result = await work(inside);
				this.#database.exec('COMMIT');
				return result;
			} catch (error) {
				this.#database.exec('ROLLBACK');
				throw error;
			}
		});
	}

	async close(): Promise<void> {
		await this.#last;
		this.#database.close();
		this.#unlock();
	}

	#exclusive<T>(use: () => Promise<T>): Promise<T> {
		const turn = this.#last.then(use);
		this.#last = turn.catch(() => undefined);
		return turn;
	}

	#run(text: string, params: readonly SqlValue[]): Row[] {
		let statement = this.#statements.get(text);
		if (!statement) {
			statement = this.#database.prepare(text);
			this.#statements.set(text, statement);
		}
		const named = Object.fromEntries(params.map((value, index) => [`$${index + 1}`, value]));
		return statement.all(named).map(plainRow);
	}
}

function plainRow(row: Record<string, unknown>): Row {
	return Object.fromEntries(
		Object.entries(row).map(([column, value]) => {
			if (typeof value === 'string' || typeof value === 'number' || value === null)
				return [column, value];
			throw new TypeError(`Column "${column}" holds a ${typeof value}.`);
		}),
	);
}
