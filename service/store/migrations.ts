import type { Sql } from './sql.ts';

/** Each runs once, in order; one that has been released is never changed. */
const migrations: readonly (readonly string[])[] = [
	[
		`CREATE TABLE jobs (
			id TEXT PRIMARY KEY,
			tag TEXT,
			status TEXT NOT NULL,
			remaining INTEGER NOT NULL,
			idempotency_key TEXT UNIQUE,
			request_hash TEXT,
			created_at BIGINT NOT NULL,
			started_at BIGINT,
			ended_at BIGINT,
			expires_at BIGINT
		)`,
		'CREATE INDEX jobs_by_age ON jobs (created_at, id)',
		'CREATE INDEX jobs_by_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL',
		`CREATE TABLE tasks (
			id TEXT PRIMARY KEY,
			job_id TEXT REFERENCES jobs (id) ON DELETE CASCADE,
			position INTEGER NOT NULL,
			name TEXT,
			operation TEXT NOT NULL,
			payload TEXT NOT NULL,
			warnings TEXT NOT NULL,
			queue TEXT NOT NULL,
			status TEXT NOT NULL,
			waiting INTEGER NOT NULL,
			attempt INTEGER NOT NULL DEFAULT 0,
			interruptions INTEGER NOT NULL DEFAULT 0,
			ignored INTEGER NOT NULL DEFAULT 0,
			percent INTEGER NOT NULL DEFAULT 0,
			credits INTEGER,
			code TEXT,
			message TEXT,
			result TEXT,
			engine TEXT,
			engine_version TEXT,
			upload_token TEXT UNIQUE,
			retry_of_task_id TEXT,
			copy_of_task_id TEXT,
			created_at BIGINT NOT NULL,
			started_at BIGINT,
			ended_at BIGINT,
			UNIQUE (job_id, name)
		)`,
		"CREATE INDEX tasks_queued ON tasks (queue, created_at, position) WHERE status = 'queued'",
		'CREATE INDEX tasks_by_age ON tasks (created_at, position, id)',
		`CREATE TABLE edges (
			parent TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
			child TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
			PRIMARY KEY (parent, child)
		)`,
		'CREATE INDEX edges_by_child ON edges (child)',
		`CREATE TABLE files (
			task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
			position INTEGER NOT NULL,
			filename TEXT NOT NULL,
			blob TEXT NOT NULL,
			sha256 TEXT NOT NULL,
			size BIGINT NOT NULL,
			token TEXT UNIQUE,
			inline INTEGER NOT NULL DEFAULT 0,
			PRIMARY KEY (task_id, position)
		)`,
	],
	[
		// Counts in the order of commits, which a reader that goes on after a number relies on; a sequence does not.
		'CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)',
		"INSERT INTO counters (name, value) VALUES ('events', 0), ('webhooks', 0)",
		'ALTER TABLE jobs ADD COLUMN events BIGINT NOT NULL DEFAULT 0',
		`CREATE TABLE events (
			position BIGINT PRIMARY KEY,
			job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
			number BIGINT NOT NULL,
			name TEXT NOT NULL,
			task_id TEXT,
			status TEXT NOT NULL,
			percent INTEGER,
			credits INTEGER,
			code TEXT,
			message TEXT,
			engine TEXT,
			engine_version TEXT,
			started_at BIGINT,
			ended_at BIGINT,
			created_at BIGINT NOT NULL,
			UNIQUE (job_id, number)
		)`,
	],
	[
		'ALTER TABLE jobs ADD COLUMN webhook_url TEXT',
		`CREATE TABLE webhooks (
			id BIGINT PRIMARY KEY,
			url TEXT NOT NULL,
			events TEXT NOT NULL,
			tag TEXT,
			signing_secret TEXT NOT NULL,
			disabled INTEGER NOT NULL DEFAULT 0,
			failing INTEGER NOT NULL DEFAULT 0,
			last_error_at BIGINT,
			last_response_code INTEGER,
			created_at BIGINT NOT NULL,
			updated_at BIGINT NOT NULL
		)`,
		`CREATE TABLE deliveries (
			id TEXT PRIMARY KEY,
			webhook_id BIGINT REFERENCES webhooks (id) ON DELETE CASCADE,
			job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
			url TEXT NOT NULL,
			event TEXT NOT NULL,
			event_position BIGINT NOT NULL,
			status TEXT NOT NULL,
			attempts INTEGER NOT NULL DEFAULT 0,
			due_at BIGINT,
			response_code INTEGER,
			message TEXT,
			replay_of TEXT,
			created_at BIGINT NOT NULL,
			ended_at BIGINT
		)`,
		"CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'waiting'",
		'CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, created_at)',
		'CREATE INDEX deliveries_by_job ON deliveries (job_id)',
	],
	[
		// A task outside of any job has a job of its own that clients never see.
		'ALTER TABLE jobs ADD COLUMN standalone INTEGER NOT NULL DEFAULT 0',
		`CREATE TABLE signed_urls (
			id TEXT PRIMARY KEY,
			name TEXT,
			address TEXT NOT NULL,
			signing_secret TEXT NOT NULL,
			created_at BIGINT NOT NULL
		)`,
	],
	['ALTER TABLE files ADD COLUMN dir TEXT'],
	[
		// What the task asked for; "ignored" is also set where it fails because of one that asked.
		'ALTER TABLE tasks ADD COLUMN ignore_error INTEGER NOT NULL DEFAULT 0',
		'UPDATE tasks SET ignore_error = ignored',
		'CREATE INDEX tasks_by_retried ON tasks (retry_of_task_id) WHERE retry_of_task_id IS NOT NULL',
	],
	[
		`CREATE TABLE api_keys (
			id TEXT PRIMARY KEY,
			name TEXT NOT NULL,
			hash TEXT NOT NULL UNIQUE,
			scopes TEXT NOT NULL,
			created_at BIGINT NOT NULL,
			expires_at BIGINT,
			last_used_at BIGINT
		)`,
	],
	['ALTER TABLE jobs ADD COLUMN expires_in BIGINT'],
	[
		'ALTER TABLE jobs ADD COLUMN api_key TEXT',
		'CREATE INDEX jobs_open_by_key ON jobs (api_key) WHERE ended_at IS NULL',
	],
];

/** Brings the tables to this version; a store of a newer version is refused. */
export async function migrate(sql: Sql): Promise<void> {
	await sql.all('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)');
	await sql.tx(async (tx) => {
		const [row] = await tx.all('SELECT MAX(version) AS version FROM migrations');
		const done = Number(row?.version ?? 0);
		if (done > migrations.length)
			throw new Error(
				`The data was written by a newer Filemill (its tables have version ${done}).`,
			);
		for (const [index, statements] of migrations.entries()) {
			if (index < done) continue;
			for (const statement of statements) await tx.all(statement);
			await tx.all('INSERT INTO migrations (version) VALUES ($1)', [index + 1]);
		}
	});
}
