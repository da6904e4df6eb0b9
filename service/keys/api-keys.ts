import { createHash, randomBytes } from 'node:crypto';
import { z } from '@filemill/operations';
import { number, numberOrNull, text } from '../jobs/job.ts';
import type { Row, Sql } from '../store/sql.ts';
import { type Scope, scopes } from './scopes.ts';

/** An API key as it is kept: by the hash of it alone. Times are milliseconds since 1970. */
export interface KnownKey {
	readonly id: string;
	readonly name: string;
	readonly scopes: ReadonlySet<Scope>;
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly lastUsedAt: number | null;
}

/** A key that nobody can guess. */
export function newKey(): string {
	return `fm_${randomBytes(32).toString('base64url')}`;
}

/** Makes a key; the answer alone has the key itself. */
export async function createKey(
	sql: Sql,
	wanted: {
		readonly name: string;
		readonly scopes: readonly Scope[];
		readonly expiresAt: number | null;
	},
): Promise<KnownKey & { readonly key: string }> {
	const key = newKey();
	const [row] = await sql.all(
		`INSERT INTO api_keys (id, name, hash, scopes, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
		[
			randomBytes(6).toString('hex'),
			wanted.name,
			hashOf(key),
			JSON.stringify(wanted.scopes),
			Date.now(),
			wanted.expiresAt,
		],
	);
	return { ...knownKey(row ?? {}), key };
}

/** All keys, the oldest first. */
export async function listKeys(sql: Sql): Promise<KnownKey[]> {
	return (await sql.all('SELECT * FROM api_keys ORDER BY created_at, id')).map(knownKey);
}

/** Takes a key away at once; false when there is none of that id. */
export async function revokeKey(sql: Sql, id: string): Promise<boolean> {
	return (await sql.all('DELETE FROM api_keys WHERE id = $1 RETURNING id', [id])).length > 0;
}

const hour = 3_600_000;

/** The key that was made with this text, unless it has expired; notes once an hour that it is used. */
export async function findKey(sql: Sql, key: string): Promise<KnownKey | undefined> {
	const now = Date.now();
	const [row] = await sql.all(
		'SELECT * FROM api_keys WHERE hash = $1 AND (expires_at IS NULL OR expires_at > $2)',
		[hashOf(key), now],
	);
	if (!row) return undefined;
	const known = knownKey(row);
	if ((known.lastUsedAt ?? 0) < now - hour)
		await sql.all('UPDATE api_keys SET last_used_at = $1 WHERE id = $2', [now, known.id]);
	return known;
}

const scopeList = z.array(z.enum(scopes));

function knownKey(row: Row): KnownKey {
	return {
		id: text(row, 'id'),
		name: text(row, 'name'),
		scopes: new Set(scopeList.parse(JSON.parse(text(row, 'scopes')))),
		createdAt: number(row, 'created_at'),
		expiresAt: numberOrNull(row, 'expires_at'),
		lastUsedAt: numberOrNull(row, 'last_used_at'),
	};
}

/** A key has 256 bits of chance, so a plain hash cannot be turned back, and finding it takes no time that tells of it. */
function hashOf(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}
