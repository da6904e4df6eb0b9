import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { type HTTPRequest, type Page, TimeoutError } from 'puppeteer-core';
import { renderMarkdown } from './markdown.ts';
import type { Loading, PageFacts, PageFailure, PageSource } from './request.ts';

/** The page did not come, or not as it was asked for. */
export class LoadingError extends Error {
	override readonly name = 'LoadingError';
	readonly failure: PageFailure;

	constructor(failure: PageFailure) {
		super(failure.kind);
		this.failure = failure;
	}
}

/** Milliseconds for the page itself, and for an element that must be there. */
const pageTimeout = 60_000;
const elementTimeout = 30_000;

/** Nothing is at this address, and never will be (RFC 6761, 6.4). */
const fileAddress = 'http://document.invalid/';

/**
 * Loads a page and waits until it is as it was asked for.
 * @throws LoadingError
 */
export async function loadPage(
	page: Page,
	source: PageSource,
	loading: Loading,
): Promise<PageFacts> {
	const lost = new Set<string>();
	let status = 0;
	let address = 'url' in source ? source.url : fileAddress;
	page.on('request', (request) => {
		if (isOfPage(page, request)) address = request.url();
	});
	page.on('response', (response) => {
		if (isOfPage(page, response.request())) status = response.status();
	});
	page.on('requestfailed', (request) => {
		// What a page gave up itself is no loss.
		if (!isOfPage(page, request) && request.failure()?.errorText !== 'net::ERR_ABORTED')
			lost.add(request.url());
	});
	if (loading.media) await page.emulateMediaType(loading.media);
	await ('url' in source ? sendHeaders(page, source) : serveFile(page, source));

	try {
		await page.goto(address, { waitUntil: loading.until, timeout: pageTimeout });
	} catch (error) {
		checkStatus();
		throw new LoadingError(explain(error, address));
	}
	checkStatus();
	if (loading.element) await waitForElement(page, loading.element);
	if (loading.time > 0) await new Promise((resolve) => setTimeout(resolve, loading.time));
	const title = await readTitle(page);
	checkStatus();
	// A script may have led it on to where nothing answers.
	if (page.url().startsWith('chrome-error:'))
		throw new LoadingError({ kind: 'network', detail: 'net::ERR_FAILED', address });
	return {
		url: page.url(),
		title,
		status,
		lost: [...lost].filter((one) => one.length < 2000).slice(0, 5),
		lostCount: lost.size,
	};

	function checkStatus(): void {
		// No content: the browser stays where it was.
		const empty = status === 204 || status === 205;
		if (empty || status >= 400)
			throw new LoadingError({ kind: 'status', detail: `${status}`, address });
	}
}

/** The title of the page, also of one that a script has just left for another. */
async function readTitle(page: Page): Promise<string> {
	for (let tries = 3; ; tries--) {
		try {
			return await page.title();
		} catch (error) {
			if (tries === 0 || !/context was destroyed|context with specified id/.test(String(error)))
				throw error;
			await page.waitForNavigation({ timeout: 10_000 }).catch(() => undefined);
		}
	}
}

/** Whether a request is for the page itself, not for what is in it. */
function isOfPage(page: Page, request: HTTPRequest): boolean {
	return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

function explain(error: unknown, address: string): PageFailure {
	if (error instanceof TimeoutError) return { kind: 'loading', address };
	const detail = /net::ERR_[A-Z0-9_]+/.exec(String(error))?.[0];
	if (detail === undefined) throw error;
	return { kind: detail === 'net::ERR_ABORTED' ? 'download' : 'network', detail, address };
}

/** Adds headers to what goes to the origin of the address, and to nobody else. */
async function sendHeaders(
	page: Page,
	{ url, headers }: Extract<PageSource, { url: string }>,
): Promise<void> {
	if (Object.keys(headers).length === 0) return;
	const { origin } = new URL(url);
	await page.setRequestInterception(true);
	page.on('request', (request) => {
		const own = new URL(request.url()).origin === origin;
		const all = own ? { headers: { ...request.headers(), ...headers } } : {};
		request.continue(all).catch(() => undefined);
	});
}

/** Answers the one request for the page with the file, and no other. */
async function serveFile(
	page: Page,
	{ file, format, title }: Extract<PageSource, { file: string }>,
): Promise<void> {
	const bytes = await readFile(file);
	const body = format === 'md' ? Buffer.from(renderMarkdown(bytes, title)) : bytes;
	// What is valid UTF-8 is UTF-8; otherwise the file's own words count.
	const contentType = isUtf8(body) ? 'text/html; charset=utf-8' : 'text/html';
	await page.setRequestInterception(true);
	let served = false;
	page.on('request', (request) => {
		const first = !served && request.url() === fileAddress;
		served = true;
		// A page that is led elsewhere stays where it is; the other reason puts an error page in its place.
		const reason = isOfPage(page, request) ? 'aborted' : 'blockedbyclient';
		const handled = first
			? request.respond({ status: 200, contentType, body })
			: request.abort(reason);
		handled.catch(() => undefined);
	});
}

async function waitForElement(page: Page, element: string): Promise<void> {
	const attempt = `document.createDocumentFragment().querySelector(${JSON.stringify(element)})`;
	const valid = await page.evaluate(attempt).then(
		() => true,
		(error) => {
			if (/SyntaxError/.test(String(error))) return false;
			throw error;
		},
	);
	if (!valid) throw new LoadingError({ kind: 'selector' });
	await page.waitForSelector(element, { timeout: elementTimeout }).catch((error) => {
		if (error instanceof TimeoutError) throw new LoadingError({ kind: 'element' });
		throw error;
	});
}
