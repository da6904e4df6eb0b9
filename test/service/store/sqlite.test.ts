import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../../service/store/sql.ts';
import { openSqlite } from '../../../service/store/sqlite.ts';

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

	it('refuses a folder that another one has open', async () => {
		await expect(openSqlite(folder)).rejects.toThrow(/Another Filemill service uses/);
	});
});
