import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';

const program = ['chromium-headless-shell', 'chromium']
	.map((name) => `/usr/bin/${name}`)
	.find((file) => existsSync(file));

/** Where screenshots of the forms go, to be looked at. */
const screenshots = fileURLToPath(new URL('../../.filemill/screenshots/', import.meta.url));

/** A browser with one page, that reaches this machine alone. */
export interface TestBrowser {
	readonly page: Page;
	/** What the page has complained of on its console, and errors that nobody caught. */
	readonly complaints: readonly string[];
	close(): Promise<void>;
}

/** Starts Chromium with a page of a usual size. */
export async function startBrowser(): Promise<TestBrowser> {
	const browser = await puppeteer.launch({
		executablePath: program,
		headless: 'shell',
		args: [
			// It refuses its own sandbox to root.
			...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--disable-dev-shm-usage',
		],
	});
	const page = await browser.newPage();
	await page.setViewport({ width: 1280, height: 960 });
	const complaints: string[] = [];
	page.on('pageerror', (error) =>
		complaints.push(error instanceof Error ? String(error.stack) : String(error)),
	);
	page.on('console', (message) => {
		const { url = '' } = message.location();
		const isElsewhere = url.startsWith('http') && !url.startsWith('http://127.0.0.1');
		if (message.type() === 'error' && !isElsewhere) complaints.push(`${message.text()} ${url}`);
	});
	return { page, complaints, close: () => browser.close() };
}

/** The path of a screenshot. */
export function screenshot(host: string, name: string) {
	const file = path.join(screenshots, host, `${name.replaceAll('/', '-')}.png`);
	mkdirSync(path.dirname(file), { recursive: true });
	return { path: file } as const;
}
