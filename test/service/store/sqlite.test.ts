import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../../service/store/sql.ts';
import { joinSqlite, openSqlite } from '../../../service/store/sqlite.ts';

let folder: string;
let store: Store;

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'filemill-store-'));
	store = await openSqlite(folder);
	await store.all('CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT)');
});

afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true, force: true });
});

const notes = async () =>
	(await store.all('SELECT note FROM notes ORDER BY id')).map((row) => row.note);

describe('a transaction', () => {
	it('keeps nothing when it throws', async () => {
		const failing = store.tx(async (sql) => {
			await sql.all("INSERT INTO notes (note) VALUES ('lost')");
			throw new Error('no');
		});

		await expect(failing).rejects.toThrow('no');
		expect(await notes()).toEqual([]);
	});

	it('is not mixed with what others do while it waits', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const first = store.tx(async (sql) => {
			await sql.all("INSERT INTO notes (note) VALUES ('first')");
			await promise;
			await sql.all("INSERT INTO notes (note) VALUES ('first again')");
		});
		const second = store.all("INSERT INTO notes (note) VALUES ('second')");
		resolve();
		await Promise.all([first, second]);

		expect(await notes()).toEqual(['first', 'first again', 'second']);
	});

	it('keeps what others do at the same time when it throws', async () => {
		const failing = store.tx(async (sql) => {
			await sql.all("INSERT INTO notes (note) VALUES ('lost')");
			throw new Error('no');
		});
		const others = ['a', 'b'].map((note) =>
			store.all('INSERT INTO notes (note) VALUES ($1)', [note]),
		);
		const wrong = store.all('INSERT INTO nowhere (note) VALUES (1)');

		await expect(failing).rejects.toThrow('no');
		await expect(wrong).rejects.toThrow('no such table');
		await Promise.all(others);
		expect(await notes()).toEqual(['a', 'b']);
	});

	it('is on the disk when it resolves, among many at once', async () => {
		const copies = await Promise.all(
			Array.from({ length: 250 }, async (_, index) => {
				await store.tx((sql) => sql.all('INSERT INTO notes (note) VALUES ($1)', [`note ${index}`]));
				// Another connection sees only what has been committed.
				const other = new DatabaseSync(path.join(folder, 'filemill.sqlite'), { readOnly: true });
				const found = other.prepare('SELECT note FROM notes WHERE note = ?').all(`note ${index}`);
				other.close();
				return found.length;
			}),
		);

		expect(copies).toEqual(Array(250).fill(1));
	});

	it('takes the same parameter in several places', async () => {
		await store.all('INSERT INTO notes (id, note) VALUES ($1, $2), ($1 + 1, $2)', [1, 'twice']);

		expect(await notes()).toEqual(['twice', 'twice']);
	});
});

describe('a store', () => {
	it('keeps its tables and rows over a restart', async () => {
		await store.all("INSERT INTO notes (note) VALUES ('kept')");
		await store.close();

		store = await openSqlite(folder);

		expect(await notes()).toEqual(['kept']);
	});

	it('is read by nobody else', () => {
		const files = readdirSync(folder).filter((name) => name.startsWith('filemill'));

		expect(files.length).toBeGreaterThan(1);
		for (const name of files) expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
	});

	it('is joined by a command while a service has it open', async () => {
		const joined = await joinSqlite(folder);
		await joined.all("INSERT INTO notes (note) VALUES ('from beside')");
		await joined.close();

		expect(await notes()).toEqual(['from beside']);
	});

	it('refuses a folder that another one has open', async () => {
		await expect(openSqlite(folder)).rejects.toThrow(/Another Filemill service uses/);
	});
});
