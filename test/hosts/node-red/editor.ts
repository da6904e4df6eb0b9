import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import type { TypedValue } from '../../../nodes/node-red/typed-values.ts';
import { screenshot } from '../browser.ts';

const script = readFileSync(new URL('editor-page.js', import.meta.url), 'utf8');

/** Node-RED's editor in a browser, as a person uses it. */
export class NodeRedEditor {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Opens the editor and waits for its flows. */
	async open(url: string): Promise<void> {
		await this.#page.goto(url);
		await this.#page.waitForSelector('.red-ui-flow-node');
		await this.#page.evaluate(`$.fx.off = true; ${script}`);
	}

	/** Opens the dialog of a node. */
	async edit(id: string): Promise<void> {
		await this.#page.evaluate(`RED.editor.edit(RED.nodes.node(${JSON.stringify(id)}))`);
		// The server is asked for the node's secrets before its fields are drawn.
		await this.#page.waitForFunction(
			"document.querySelector('.red-ui-tray .filemill-summary')?.textContent",
		);
	}

	/** Chooses an operation where there is a choice, and opens its options where it has some. */
	async choose(operation: string): Promise<void> {
		const choice = await this.#page.$('#node-input-operation');
		if (await choice?.isVisible()) await choice?.select(operation);
		const toggle = await this.#page.$('.filemill-toggle[aria-expanded="false"]');
		if (await toggle?.isVisible()) await this.#page.locator('.filemill-toggle').click();
	}

	/** The parameters whose rows are there to be seen. */
	rows(): Promise<readonly string[]> {
		return this.#ask('rows()');
	}

	value(parameter: string): Promise<TypedValue> {
		return this.#ask(`get(${JSON.stringify(parameter)})`);
	}

	titles(): Promise<readonly string[]> {
		return this.#ask('titles()');
	}

	cutOff(): Promise<readonly string[]> {
		return this.#ask('cutOff()');
	}

	async fill(parameter: string, value: TypedValue): Promise<void> {
		await this.#ask(`set(${JSON.stringify(parameter)}, ${JSON.stringify(value)})`);
	}

	/** Closes the dialog by "Done" or "Cancel". */
	async close(how: 'ok' | 'cancel'): Promise<void> {
		await this.#page.locator(`#node-dialog-${how}`).click();
		await this.#page.waitForSelector('.red-ui-tray', { hidden: true });
	}

	/** Closes the dialog where one is left open. */
	async leave(): Promise<void> {
		if (await this.#page.$('.red-ui-tray')) await this.close('cancel');
	}

	/** Presses "Deploy" and waits until the server has taken the flows. */
	async deploy(): Promise<void> {
		const answer = this.#page.waitForResponse(
			(response) => response.url().endsWith('/flows') && response.request().method() === 'POST',
		);
		await this.#page.locator('#red-ui-header-button-deploy').click();
		await answer;
	}

	/** Keeps a picture of the dialog. */
	async picture(name: string): Promise<void> {
		const tray = await this.#page.$('.red-ui-tray');
		await tray?.screenshot(screenshot('node-red', name));
	}

	/** What stands on each node. */
	labels(): Promise<readonly string[]> {
		return this.#ask('labels()');
	}

	/** Keeps a picture of the upper part of the flow, with nothing before it. */
	async flowPicture(name: string): Promise<void> {
		for (const part of ['sidebar', 'palette'])
			await this.#page.evaluate(`RED.actions.invoke('core:toggle-${part}')`);
		// Icons are fetched once their nodes are drawn.
		await this.#page.waitForNetworkIdle();
		const clip = { x: 0, y: 40, width: 1280, height: 260 };
		await this.#page.screenshot({ ...screenshot('node-red', name), clip });
	}

	async #ask<Answer>(question: string): Promise<Answer> {
		const answer = await this.#page.evaluate(`JSON.stringify(FilemillTest.${question} ?? null)`);
		return JSON.parse(String(answer));
	}
}
