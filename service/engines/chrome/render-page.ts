import { writeFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { commandTimeout } from './browser.ts';
import type { PageFacts, Paper, Picture } from './request.ts';

/** Prints a page as PDF into a file. */
export async function printPage(page: Page, paper: Paper, output: string): Promise<void> {
	const { format, width, height, orientation, margins, templates } = paper;
	const size =
		width === undefined || height === undefined
			? { format: format ?? 'a4' }
			: { width: `${width}cm`, height: `${height}cm` };
	await page.pdf({
		path: output,
		...size,
		landscape: orientation === 'landscape',
		// The page may say its size itself, unless the client does.
		preferCSSPageSize: format === undefined && width === undefined && orientation === undefined,
		scale: paper.zoom,
		printBackground: paper.background,
		margin: {
			top: `${margins.top}mm`,
			bottom: `${margins.bottom}mm`,
			left: `${margins.left}mm`,
			right: `${margins.right}mm`,
		},
		displayHeaderFooter: templates !== undefined,
		...(templates &&
			templates !== 'own' && {
				headerTemplate: readable(templates.header),
				footerTemplate: readable(templates.footer),
			}),
		timeout: commandTimeout,
		outline: true,
		tagged: true,
	});
}

/** A template in a size that can be read, unless it gives `body` another, and laid out as a page would be. */
function readable(template: string | undefined): string {
	return `<style>:where(body){font-size:10px}</style><div style="width:100%">${template ?? ''}</div>`;
}

/** Pixels of the longest side that Chromium draws in one piece. */
const longest = 16_384;

/** Takes a picture of a page, of its whole height unless that is given. */
export async function photographPage(
	page: Page,
	{ kind, width, height, zoom, quality }: Picture,
	output: string,
): Promise<PageFacts> {
	const session = await page.createCDPSession();
	const { cssContentSize } = await session.send('Page.getLayoutMetrics');
	const whole = Math.max(1, Math.round(height ?? cssContentSize.height * zoom));
	const shown = Math.min(whole, longest);
	const bytes = await page.screenshot({
		type: kind === 'jpg' ? 'jpeg' : kind,
		...(kind !== 'png' && { quality: quality ?? 90 }),
		clip: { x: 0, y: 0, width: width / zoom, height: shown / zoom },
		captureBeyondViewport: true,
	});
	await writeFile(output, bytes);
	return { width, height: shown, cut: whole > shown };
}
