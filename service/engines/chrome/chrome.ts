import path from 'node:path';
import { z } from '@filemill/operations';
import { type GuardedProxy, proxySocket } from '../../network/guarded-proxy.ts';
import { nodeWorker } from '../node-worker.ts';
import type { Command, Mount, Sandbox } from '../sandbox.ts';
import type { PageFacts, WorkerOptions } from './request.ts';

/** Chromium as Debian packages it for servers (chromium-headless-shell): starts in half the time and memory of the whole. */
export const chromeProgram = '/usr/lib/chromium/chromium-headless-shell';

/** A browser serves so many pages; then a fresh one takes its place. */
export const pagesPerBrowser = 100;

/** The browser worker; without a proxy it has no network at all. */
export function chromeWorker(sandbox: Sandbox, proxy?: GuardedProxy): Command {
	const command = nodeWorker(sandbox, import.meta.dirname, 'puppeteer-core');
	const mounts: Mount[] = proxy ? [{ source: proxy.folder, target: '/opt/filemill/proxy' }] : [];
	const options: WorkerOptions = {
		program: chromeProgram,
		sandboxed: sandbox.sandboxed,
		...(proxy && { socket: sandbox.visible(path.join(proxy.folder, proxySocket), mounts) }),
	};
	return {
		...command,
		args: [...command.args, JSON.stringify(options)],
		mounts: [...command.mounts, ...mounts],
		// A browser is many processes, each of many threads, and takes memory that it never uses; the worker itself watches
		// what it does use.
		limits: { ...command.limits, processes: 2048, openFiles: 4096, dataBytes: undefined },
	};
}

const lines = z.array(z.string());

/** What the worker says of a page; it reads what anyone wrote, so it is not trusted. */
export const pageFacts: z.ZodType<PageFacts> = z.object({
	failure: z
		.object({
			kind: z.enum([
				...([
					'network',
					'status',
					'download',
					'selector',
					'element',
					'loading',
					'rendering',
					'memory',
				] as const),
			]),
			detail: z.string().max(1000).optional(),
			address: z.string().optional(),
		})
		.optional(),
	url: z.string().optional(),
	status: z.number().optional(),
	title: z.string().optional(),
	lost: lines.optional(),
	lostCount: z.number().optional(),
	width: z.number().optional(),
	height: z.number().optional(),
	cut: z.boolean().optional(),
});
