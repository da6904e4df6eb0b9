import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'puppeteer-core';
import { readArticle } from './article.ts';
import { openBridge } from './bridge.ts';
import { launchBrowser, openPage } from './browser.ts';
import { LoadingError, loadPage } from './load-page.ts';
import { renderMarkdown } from './markdown.ts';
import { readMemory, watchMemory } from './memory.ts';
import { photographPage, printPage } from './render-page.ts';
import type { PageFacts, PageRequest, WorkerOptions } from './request.ts';

// Runs in the sandbox: a JSON request a line on stdin, a JSON answer a line on stdout.

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '{}');
const browser = await launchBrowser({
	program: options.program,
	// It refuses to do so for root.
	ownSandbox: !options.sandboxed && process.getuid?.() !== 0,
	// Without a proxy nothing listens at this port (RFC 863).
	proxyPort: options.socket ? await openBridge(options.socket) : 9,
});
browser.on('disconnected', () => process.exit(1));
let next = preparePage(browser);
await next;
await say({ status: 'ready' });
for await (const line of createInterface(process.stdin)) {
	const request: PageRequest = JSON.parse(line);
	const page = await next;
	await say(await answer(page, request));
	next = page
		.browserContext()
		.close()
		.then(() => preparePage(browser));
	next.catch(() => process.exit(1));
}

async function preparePage(from: Browser): Promise<Page> {
	const page = await openPage(from);
	// A page that crashed answers no command.
	page.on('error', () => process.exit(1));
	return page;
}

async function answer(page: Page, request: PageRequest): Promise<object> {
	try {
		return { status: 'done', facts: await withinMemory(perform(page, request)) };
	} catch (error) {
		const failure = error instanceof LoadingError ? error.failure : undefined;
		const restless = failure
			? ['loading', 'element', 'memory'].includes(failure.kind)
			: isTimeout(error);
		return {
			// A page that does not come to rest may keep its browser busy: it gets no other.
			status: failure && !restless ? 'done' : 'refused',
			detail: String(error).slice(0, 4000),
			facts: { ...((failure || restless) && { failure: failure ?? { kind: 'rendering' } }) },
		};
	}
}

/** Without a sandbox the processes of the whole machine would be counted. */
async function withinMemory<Result>(work: Promise<Result>): Promise<Result> {
	if (!options.sandboxed) return work;
	const done = new AbortController();
	const exceeded = watchMemory(done.signal).then(() => {
		throw new LoadingError({ kind: 'memory' });
	});
	try {
		return await Promise.race([work, exceeded]);
	} finally {
		exceeded.catch(() => undefined);
		done.abort();
	}
}

function isTimeout(error: unknown): boolean {
	return /Timeout|timed out/.test(String(error));
}

async function perform(page: Page, request: PageRequest): Promise<PageFacts> {
	const { source, make, output, loading } = request;
	if (make.kind === 'html' && 'file' in source) {
		await writeFile(output, renderMarkdown(await readFile(source.file), source.title));
		return {};
	}
	if (make.kind === 'html') throw new Error('Only a file becomes HTML.');
	if (make.kind !== 'pdf' && make.kind !== 'article') {
		const { width, height = 800, zoom } = make;
		await page.setViewport({
			width: Math.max(1, Math.round(width / zoom)),
			height: Math.max(1, Math.round(height / zoom)),
			deviceScaleFactor: zoom,
		});
	}
	const facts = await loadPage(page, source, loading);
	if (make.kind === 'article') {
		await writeFile(output, await readArticle(page));
		return facts;
	}
	if (make.kind !== 'pdf') return { ...facts, ...(await photographPage(page, make, output)) };
	await printPage(page, make, output);
	return facts;
}

async function say(what: object): Promise<void> {
	const memory = options.sandboxed ? await readMemory() : process.memoryUsage.rss();
	process.stdout.write(`${JSON.stringify({ ...what, memory })}\n`);
}
