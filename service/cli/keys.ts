import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { createKey, type KnownKey, listKeys, revokeKey } from '../keys/api-keys.ts';
import { type Scope, scopes } from '../keys/scopes.ts';
import type { Sql } from '../store/sql.ts';
import { joinSqlite } from '../store/sqlite.ts';
import { UsageError } from './keys-help.ts';

/**
 * Makes, lists and revokes API keys, beside the service that may run on the same data folder.
 * @throws UsageError
 */
export async function keys(args: readonly string[]): Promise<void> {
	const [command = '', ...rest] = args;
	const run = commands[command];
	if (!run) throw new UsageError(`There is no "filemill keys ${command}".`);
	const perform = run(rest);
	const store = await joinSqlite(readConfig(process.env).FILEMILL_DATA);
	try {
		await perform(store);
	} finally {
		await store.close();
	}
}

/** Each reads its arguments before anything is opened. */
const commands: Readonly<Record<string, (args: readonly string[]) => (sql: Sql) => Promise<void>>> =
	{
		create(args) {
			const { values } = parse(args, { name: 'string', scopes: 'string', expires: 'string' });
			const { name = '' } = values;
			if (name === '') throw new UsageError('A key needs a name: --name "n8n in the office".');
			const wanted = {
				name,
				scopes: scopeList(values.scopes),
				expiresAt: values.expires === undefined ? null : momentOf(values.expires),
			};
			return async (sql) => {
				const { key, ...made } = await createKey(sql, wanted);
				process.stdout.write(`${table([made])}\nKey, shown this once: ${key}\n`);
			};
		},
		list(args) {
			const asJson = args.length === 1 && args[0] === '--json';
			if (args.length > 0 && !asJson) throw new UsageError('"keys list" takes --json alone.');
			return async (sql) => {
				const all = await listKeys(sql);
				const text = asJson ? JSON.stringify(all.map(plain), undefined, 2) : table(all);
				process.stdout.write(`${text}\n`);
			};
		},
		revoke(args) {
			const [id] = args;
			if (id === undefined || args.length > 1)
				throw new UsageError('"keys revoke" needs one id, as "keys list" shows it.');
			return async (sql) => {
				if (!(await revokeKey(sql, id)))
					throw new UsageError(`There is no key with the id "${id}".`);
				process.stdout.write(`Key ${id} is revoked.\n`);
			};
		},
	};

function parse(
	args: readonly string[],
	options: Readonly<Record<string, 'string'>>,
): { values: Readonly<Record<string, string | undefined>> } {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: Object.fromEntries(
				Object.entries(options).map(([name, type]) => [name, { type } as const]),
			),
		});
		return {
			values: Object.fromEntries(
				Object.entries(values).map(([name, value]) => [name, String(value)]),
			),
		};
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

function scopeList(list: string | undefined): readonly Scope[] {
	if (list === undefined) return scopes;
	const wanted = list.split(',').map((one) => one.trim());
	const unknown = wanted.find((one) => !scopes.some((scope) => scope === one));
	if (unknown !== undefined)
		throw new UsageError(`"${unknown}" is no scope. There are: ${scopes.join(', ')}.`);
	return scopes.filter((scope) => wanted.includes(scope));
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function momentOf(when: string): number {
	const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(when) ?? [];
	const length = units[unit];
	const moment = length ? Date.now() + Number(count) * length : Date.parse(when);
	if (Number.isNaN(moment) || moment <= Date.now())
		throw new UsageError(
			`--expires must be a time from now such as 90d, or a date to come such as 2027-01-31, but is "${when}".`,
		);
	return moment;
}

function table(all: readonly KnownKey[]): string {
	const rows = all.map(({ id, name, ...key }) => [
		id,
		name,
		key.scopes.size === scopes.length ? 'all' : [...key.scopes].join(','),
		moment(key.expiresAt) ?? 'never',
		moment(key.lastUsedAt) ?? 'never',
	]);
	const lines = [['ID', 'NAME', 'SCOPES', 'EXPIRES', 'LAST USED'], ...rows];
	const widths = lines[0]?.map((_, column) =>
		Math.max(...lines.map((line) => line[column]?.length ?? 0)),
	);
	return lines
		.map((line) =>
			line
				.map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function plain({ scopes: allowed, createdAt, expiresAt, lastUsedAt, ...key }: KnownKey): object {
	return {
		...key,
		scopes: [...allowed],
		created_at: moment(createdAt),
		expires_at: moment(expiresAt),
		last_used_at: moment(lastUsedAt),
	};
}

function moment(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString().slice(0, 16).concat('Z');
}
