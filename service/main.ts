import * as fs from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { startEngines } from './engines/index.ts';
import { createLocalChanges } from './events/changes.ts';
import { createFolderStore } from './files/folder-store.ts';
import { createApp } from './http/app.ts';
import { type ApiKey, findApiKey, findWebhookSecret } from './http/keys.ts';
import { listenSync } from './http/listen-sync.ts';
import { createSyncMode } from './http/sync-mode.ts';
import { expireJobs, recoverJobs } from './jobs/end-jobs.ts';
import { type JobContext, type QueueName, queues } from './jobs/job.ts';
import { runTask } from './jobs/run-task.ts';
import { createNetwork } from './network/network.ts';
import { createLocalQueue } from './queue/local-queue.ts';
import { openSqlite } from './store/sqlite.ts';
import { startDeliveries } from './webhooks/start-deliveries.ts';

/** A service that runs in this process. */
export interface Service {
	/** The address clients use. */
	readonly url: string;
	/** Where requests are answered when their job or task has ended, if there is a port of its own for them. */
	readonly syncUrl?: string;
	readonly apiKey: ApiKey;
	/** Ends cleanly: what runs finishes within FILEMILL_SHUTDOWN_TIMEOUT or goes back to the queue. */
	close(): Promise<void>;
}

const expiryInterval = 60_000;

/** Starts the service on its embedded store, goes on with what an earlier one left, and listens. */
export async function startService(config: Config): Promise<Service> {
	// What has been opened is closed again in reverse, also when a later step fails.
	await using opened = new AsyncDisposableStack();
	const log = pino({ level: config.FILEMILL_LOG_LEVEL }, pino.destination(2));
	const sql = opened.adopt(await openSqlite(config.FILEMILL_DATA), (store) => store.close());
	const fileFolder = path.join(config.FILEMILL_DATA, 'files');
	const workFolder = path.join(config.FILEMILL_DATA, 'work');
	await fs.rm(workFolder, { recursive: true, force: true });
	for (const folder of [fileFolder, workFolder])
		await fs.mkdir(folder, { recursive: true, mode: 0o700 });

	const apiKey = await findApiKey(config);
	const secret = await findWebhookSecret(config);
	const network = opened.adopt(createNetwork({ allow: config.FILEMILL_ALLOW_ADDRESSES }), (one) =>
		one.close(),
	);
	const started = await startEngines({
		dataDir: config.FILEMILL_DATA,
		log,
		slots: config.FILEMILL_CONCURRENCY,
		maxFileBytes: config.FILEMILL_MAX_FILE,
		allowAddresses: config.FILEMILL_ALLOW_ADDRESSES,
		allowUnsandboxed: config.FILEMILL_ALLOW_UNSANDBOXED,
	});
	const engines = opened.adopt(started, (all) => all.close());
	const onFault = (fault: unknown) => log.error({ err: fault }, 'a task could not be handled');
	const context: JobContext = {
		sql,
		queue: createLocalQueue(sql, onFault),
		files: createFolderStore(fileFolder),
		changes: createLocalChanges(),
		engines,
		network,
		config,
		log,
		workFolder,
	};
	await recoverJobs(context);
	await expireJobs(context);

	let url = config.FILEMILL_BASE_URL ?? '';
	const syncMode = createSyncMode(config);
	const app = createApp(context, { apiKey: apiKey.key, baseUrl: () => url, syncMode });
	opened.defer(() => app.close());
	const syncUrl = await listenSync(app, syncMode, config);
	const listening = await app.listen({ host: config.FILEMILL_HOST, port: config.FILEMILL_PORT });
	url ||= listening;

	const slots: Readonly<Record<QueueName, number>> = {
		io: 4 * config.FILEMILL_CONCURRENCY,
		engine: config.FILEMILL_CONCURRENCY,
	};
	const stops = queues.map((name) =>
		context.queue.work(name, slots[name], (id, signal) => runTask(context, id, signal)),
	);
	const stopDeliveries = startDeliveries(context, { baseUrl: () => url, secret });
	const expiry = setInterval(() => expireJobs(context).catch(onFault), expiryInterval);

	const running = opened.move();
	return {
		url,
		...(syncUrl === undefined ? {} : { syncUrl }),
		apiKey,
		async close() {
			clearInterval(expiry);
			await Promise.all([
				app.close(),
				...stops.map((stop) => stop(config.FILEMILL_SHUTDOWN_TIMEOUT * 1000)),
				stopDeliveries(),
			]);
			await running.disposeAsync();
		},
	};
}
