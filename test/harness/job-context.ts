import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../service/config.ts';
import type { Engines } from '../../service/engines/handler.ts';
import { createLocalChanges } from '../../service/events/changes.ts';
import { createFolderStore } from '../../service/files/folder-store.ts';
import { type JobContext, queues } from '../../service/jobs/job.ts';
import { runTask } from '../../service/jobs/run-task.ts';
import { createNetwork } from '../../service/network/network.ts';
import { createLocalQueue } from '../../service/queue/local-queue.ts';
import { openSqlite } from '../../service/store/sqlite.ts';

/** All of a service but its HTTP interface and its engines, for which something stands in. */
export interface TestContext {
	readonly context: JobContext;
	/** What no task may throw. */
	readonly faults: readonly unknown[];
	/** Stops it and removes its data folder. */
	close(): Promise<void>;
}

/** Opens a context in this process whose queues are worked on, with engines that do what a test wants of them. */
export async function openContext(execute: Engines['execute']): Promise<TestContext> {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-test-'));
	const sql = await openSqlite(folder);
	const network = createNetwork({ allow: [] });
	const faults: unknown[] = [];
	const context: JobContext = {
		sql,
		queue: createLocalQueue(sql, (fault) => faults.push(fault)),
		files: createFolderStore(path.join(folder, 'files')),
		changes: createLocalChanges(),
		engines: {
			installed: [],
			isolation: { sandboxed: true },
			offers: [],
			objection: () => undefined,
			close: async () => {},
			execute,
		},
		network,
		config: readConfig({ FILEMILL_DATA: folder }),
		log: pino({ level: 'silent' }),
		workFolder: path.join(folder, 'work'),
	};
	const stops = queues.map((name) =>
		context.queue.work(name, 3, (id, signal) => runTask(context, id, signal)),
	);
	return {
		context,
		faults,
		async close() {
			await Promise.all(stops.map((stop) => stop(0)));
			await network.close();
			await sql.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
