import puppeteer, { type Browser, type Page } from 'puppeteer-core';

/** How the browser is started. */
export interface BrowserOptions {
	readonly program: string;
	/** The port of the proxy on this loopback. */
	readonly proxyPort: number;
	/** Whether Chromium guards its pages itself; inside the sandbox around it, it cannot. */
	readonly ownSandbox: boolean;
}

/** Milliseconds that one command to the browser may take; a page that never rests answers none. */
export const commandTimeout = 60_000;

/** Starts a browser that knows no network but its proxy. */
export function launchBrowser({
	program,
	proxyPort,
	ownSandbox,
}: BrowserOptions): Promise<Browser> {
	return puppeteer.launch({
		executablePath: program,
		headless: 'shell',
		pipe: true,
		protocolTimeout: commandTimeout,
		env: process.env,
		args: [
			...(ownSandbox ? [] : ['--no-sandbox']),
			`--proxy-server=http://127.0.0.1:${proxyPort}`,
			// Chromium would go around its proxy to the loopback of the sandbox.
			'--proxy-bypass-list=<-loopback>',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
			'--webrtc-ip-handling-policy=disable_non_proxied_udp',
			'--disable-quic',
			'--dns-prefetch-disable',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--block-new-web-contents',
			// Nobody scrolls: pictures below the first screen would be missing.
			'--blink-settings=lazyLoadEnabled=false',
			'--font-render-hinting=none',
		],
	});
}

/** A page in a context of its own, which shares nothing with those before it. */
export async function openPage(browser: Browser): Promise<Page> {
	const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
	const page = await context.newPage();
	page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined));
	return page;
}
