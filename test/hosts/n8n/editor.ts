import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { screenshot } from '../browser.ts';
import type { N8nClient } from './n8n-client.ts';

const script = readFileSync(new URL('editor-page.js', import.meta.url), 'utf8');
const byTestId = (id: string) => `[data-test-id="${id}"]`;
const byPath = (path: string) => `[data-parameter-path="parameters.${path}"]`;

/** n8n's editor in a browser, as a person uses it. */
export class N8nEditor {
	readonly #page: Page;
	readonly #client: N8nClient;

	constructor(page: Page, client: N8nClient) {
		this.#page = page;
		this.#client = client;
	}

	/** Opens a workflow, signed in as the owner. */
	async open(workflowId: string): Promise<void> {
		const { url, cookie, browserId } = this.#client;
		const [name = '', value = ''] = cookie.split('=');
		await this.#page.setCookie({ name, value, url });
		await this.#page.evaluateOnNewDocument(`localStorage.setItem('n8n-browserId', '${browserId}')`);
		await this.#page.goto(`${url}/workflow/${workflowId}`);
		await this.#page.waitForSelector(byTestId('canvas-node'));
		await this.#page.evaluate(script);
	}

	/** Opens a node by a double click on the canvas. */
	async edit(node: string): Promise<void> {
		const selector = `${byTestId('canvas-node')}[data-node-name="${node}"]`;
		await this.#page.locator(selector).click({ count: 2 });
		await this.#page.waitForSelector(`${byTestId('node-parameters')} ${byPath('operation')}`);
	}

	/** Chooses a value of a field by its words. */
	async choose(path: string, words: string): Promise<void> {
		await this.#page.locator(byPath(path)).click();
		await this.#pick(words);
	}

	/** Adds an option to the collection of options. */
	async addOption(words: string): Promise<void> {
		await this.#page.locator(byTestId('collection-parameter-add')).click();
		await this.#pick(words);
	}

	async fill(path: string, text: string): Promise<void> {
		// The form may be drawn anew on the way, and takes the focus along.
		for (let tries = 0; tries < 5 && (await this.value(path)) !== text; tries++) {
			// What is there is selected, so that it is replaced.
			await this.#page.locator(`${byPath(path)} :is(input, textarea)`).click({ count: 3 });
			await this.#page.keyboard.type(text);
		}
	}

	/** The labels of the fields that are to be seen. */
	labels(): Promise<readonly string[]> {
		return this.#ask('labels()');
	}

	/** What can be added as an option. */
	options(): Promise<readonly string[]> {
		return this.#ask('options()');
	}

	cutOff(): Promise<readonly string[]> {
		return this.#ask('cutOff()');
	}

	value(path: string): Promise<string | null> {
		return this.#ask(`value('parameters.${path}')`);
	}

	/** Closes the node, where one is open. */
	async leave(): Promise<void> {
		if (!(await this.#page.$(byTestId('ndv')))) return;
		await this.#page.locator(byTestId('ndv-close-button')).click();
		await this.#page.waitForSelector(byTestId('ndv'), { hidden: true });
	}

	/** Keeps a picture of the node that is open. */
	async picture(name: string): Promise<void> {
		const dialog = await this.#page.$(byTestId('ndv'));
		await dialog?.screenshot(screenshot('n8n', name));
	}

	/** What stands on the canvas at each node of the package, in lines. */
	nodeTexts(): Promise<readonly string[]> {
		return this.#ask('nodeTexts()');
	}

	/** Keeps a picture of the whole workflow. */
	async canvasPicture(name: string): Promise<void> {
		await this.#page.locator(byTestId('zoom-to-fit')).click();
		const canvas = await this.#page.$(byTestId('canvas-wrapper'));
		await canvas?.screenshot(screenshot('n8n', name));
	}

	async #pick(words: string): Promise<void> {
		const expression = `FilemillTest.choice(${JSON.stringify(words)})`;
		await this.#page.waitForFunction(expression);
		// The list may still be unfolding, so there is no place to click at.
		await this.#page.evaluate(`${expression}.click()`);
		await this.#page.waitForFunction(`!${expression}`);
	}

	async #ask<Answer>(question: string): Promise<Answer> {
		const answer = await this.#page.evaluate(`JSON.stringify(FilemillTest.${question} ?? null)`);
		return JSON.parse(String(answer));
	}
}
