import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { openGuardedProxy } from '../network/guarded-proxy.ts';
import { execute } from './execute.ts';
import type { Engines } from './handler.ts';
import { createHandlers } from './handlers.ts';
import { findMissingSandbox } from './needs-sandbox.ts';
import { findObjection } from './objection.ts';
import { surveyMachine } from './survey.ts';

/** What the engines need of the service. */
export interface EngineOptions {
	/** A folder of the service's own, on the file system of the workspaces. */
	readonly dataDir: string;
	readonly log: Pick<Logger, 'info' | 'warn' | 'debug'>;
	/** How many tasks run at once. */
	readonly slots: number;
	/** Bytes of the largest file that is taken, and of all files of an archive together. */
	readonly maxFileBytes: number;
	/** Private hosts and ranges that a browser may reach, as in FILEMILL_ALLOW_ADDRESSES. */
	readonly allowAddresses: readonly string[];
	/** Whether engines that a stranger can steer may work without a sandbox. */
	readonly allowUnsandboxed: boolean;
}

/** Finds the engines of this machine and makes them ready; the warm ones start with their first task. */
export async function startEngines(options: EngineOptions): Promise<Engines> {
	const { dataDir, log, slots, maxFileBytes, allowAddresses, allowUnsandboxed } = options;
	const folder = path.join(dataDir, 'engines');
	// What an earlier run left there when it was killed.
	await rm(folder, { recursive: true, force: true });
	const { sandbox, confined, offers, ...choice } = await surveyMachine({ allowUnsandboxed });
	if (!sandbox.sandboxed)
		log.warn(
			{ reason: sandbox.reason },
			'engines run without a sandbox: accept only files you trust',
		);
	const proxy = await openGuardedProxy(path.join(folder, 'proxy'), { allow: allowAddresses });
	const machine = { sandbox, folder, slots, log, proxy, maxUnpacked: maxFileBytes };
	const { handlers, qpdf, pools } = createHandlers(machine, choice);
	return {
		installed: choice.installed,
		isolation: sandbox.sandboxed
			? { sandboxed: true }
			: { sandboxed: false, ...(sandbox.reason && { reason: sandbox.reason }) },
		offers,
		objection: (operation, params) =>
			(confined ? undefined : findMissingSandbox(operation)) ??
			findObjection(choice, operation, params),
		execute: (operation, params, task) =>
			execute({ ...choice, handlers, qpdf }, operation, params, task),
		close: async () => {
			await Promise.all(pools.map((pool) => pool.close()));
			await proxy.close();
		},
	};
}
