import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
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
	const file = path.join(folder, 'filemill.sqlite');
	const database = new DatabaseSync(file);
	// It holds what webhooks are signed with; the files beside it get its mode.
	chmodSync(file, 0o600);
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

/** A statement or transaction that waits; `take` runs it and gives what to answer when it is committed. */
interface Turn {
	take(): Promise<() => void>;
	reject(error: unknown): void;
}

const largestBatch = 100;

class SqliteStore implements Store {
	readonly #database: DatabaseSync;
	readonly #unlock: () => void;
	readonly #statements = new Map<string, StatementSync>();
	/** Taken one after the other, so that an `await` inside a transaction cannot interleave. */
	#turns: Turn[] = [];
	#working: Promise<void> | undefined;

	constructor(database: DatabaseSync, unlock: () => void) {
		this.#database = database;
		this.#unlock = unlock;
	}

	all(text: string, params: readonly SqlValue[] = []): Promise<Row[]> {
		return this.#enqueue(async () => this.#run(text, params));
	}

	tx<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
		const inside: Sql = {
			all: async (text, params = []) => this.#run(text, params),
			tx: (more) => more(inside),
		};
		return this.#enqueue(() => work(inside));
	}

	async close(): Promise<void> {
		await this.#working;
		this.#database.close();
		this.#unlock();
	}

	#enqueue<T>(work: () => Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			const take = async () => {
				this.#database.exec('SAVEPOINT turn');
				try {
					const result = await work();
					this.#database.exec('RELEASE turn');
					return () => resolve(result);
				} catch (error) {
					// A disk that is full ends the whole transaction, not this turn alone.
					if (!this.#database.isTransaction) throw error;
					this.#database.exec('ROLLBACK TO turn; RELEASE turn');
					return () => reject(error);
				}
			};
			this.#turns.push({ take, reject });
			this.#working ??= this.#workOff();
		});
	}

	async #workOff(): Promise<void> {
		while (this.#turns.length > 0) {
			// What arrives at the same time waits for the disk together: one commit takes as long as the next.
			await setImmediate();
			await this.#commit(this.#turns.splice(0, largestBatch));
		}
		this.#working = undefined;
	}

	/** Takes turns in one transaction; nobody hears of a result before it is on the disk. */
	async #commit(turns: readonly Turn[]): Promise<void> {
		const answers: (() => void)[] = [];
		try {
			this.#database.exec('BEGIN IMMEDIATE');
			for (const turn of turns) answers.push(await turn.take());
			this.#database.exec('COMMIT');
		} catch (error) {
			if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
			for (const { reject } of turns) reject(error);
			return;
		}
		for (const answer of answers) answer();
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
