import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { expectedForm, type FormField, forms, operationsOf } from '../../nodes/n8n-form.ts';
import { startBrowser, type TestBrowser } from '../browser.ts';
import { branched } from './chain-cases.ts';
import { N8nEditor } from './editor.ts';
import type { N8nBench } from './n8n-bench.ts';
import { filemill, workflowOf } from './workflow.ts';

const offered = Object.keys(forms).flatMap((family) =>
	operationsOf(family).map(({ name, value }) => [value, { family, name }] as const),
);

/** That the form of each operation shows exactly what it takes, and keeps what is filled in. */
export function editorCases(bench: N8nBench): void {
	let browser: TestBrowser;
	let editor: N8nEditor;
	let workflow: string;
	/** What was filled in, by operation and by the path of the field. */
	const filled = new Map<string, ReadonlyMap<string, string>>();

	beforeAll(async () => {
		browser = await startBrowser();
		const { client } = bench.n8n;
		editor = new N8nEditor(browser.page, client);
		// A node for each operation, which is still that which its family begins with.
		const steps = offered.map(([value, { family }]) => [value, filemill(family, '')] as const);
		const initial = steps.map(([value, step]) => [value, { ...step, parameters: {} }] as const);
		const whole = workflowOf('All operations', Object.fromEntries(initial), {});
		workflow = await client.importWorkflow(whole, bench.credential);
		await editor.open(workflow);
	});
	afterEach(() => editor.leave());
	afterAll(() => browser?.close());

	it.each(offered)(
		'of %s shows exactly its parameters, and takes values',
		async (operation, { family, name }) => {
			await editor.edit(operation);
			await editor.choose('operation', name);
			const { fields, options } = expectedForm(family, { operation });

			await eventually(() => editor.labels(), titlesOf(fields));
			await eventually(() => editor.options(), titlesOf(options));
			expect(await editor.cutOff()).toEqual([]);
			await editor.picture(operation);

			const values = new Map<string, string>();
			for (const field of fields) {
				const value = otherValue(field);
				if (value === undefined) continue;
				await (field.type === 'options'
					? editor.choose(field.name, value)
					: editor.fill(field.name, value));
				values.set(field.name, value);
			}
			const option = options.find(({ type }) => type === 'string' || type === 'number');
			if (option) {
				await editor.addOption(option.displayName);
				await editor.fill(`options.${option.name}`, '7');
				values.set(`options.${option.name}`, '7');
			}
			await editor.picture(`${operation}-filled`);
			filled.set(operation, values);
		},
	);

	it('keep their values through saving and reload', async () => {
		for (const [operation] of filled)
			await bench.n8n.client.savedWorkflow(workflow, operation, '7');
		await editor.open(workflow);

		for (const [operation, { name }] of offered) {
			await editor.edit(operation);
			await eventually(() => editor.value('operation'), name);
			for (const [path, value] of filled.get(operation) ?? [])
				expect([operation, path, await editor.value(path)]).toEqual([operation, path, value]);
			await editor.leave();
		}
	});

	it('stand behind nodes that say on the canvas what they do', async () => {
		const { client } = bench.n8n;
		await editor.open(await client.importWorkflow(branched, bench.credential));

		await eventually(
			() => editor.nodeTexts(),
			[
				'Import\nFrom Data Field',
				'To PDF\nConvert · pdf',
				'Turn\nRotate Pages · +90',
				'Second Page\nExtract Pages · 2',
				'Join\nMerge · pdf',
				'Export\nTo URL',
			],
		);
		await editor.canvasPicture('chain');
	});

	it('leave nothing on the console of the browser', () => {
		expect(browser.complaints).toEqual([]);
	});
}

function titlesOf(properties: readonly FormField[]): string[] {
	return properties.map(({ displayName }) => displayName);
}

/** The editor draws a little after it was told to. */
async function eventually(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
	for (let tries = 0; tries < 50 && !isDeepStrictEqual(await read(), wanted); tries++)
		await delay(100);
	expect(await read()).toEqual(wanted);
}

/** What a person could fill in that is not there at first; undefined where a test does not change the field. */
function otherValue({ name, type, default: initial, options = [] }: FormField): string | undefined {
	if (name === 'operation') return undefined;
	if (type === 'string') return 'pdf';
	if (type !== 'options') return undefined;
	const other = options.findLast((one) => 'value' in one && one.value !== initial);
	return other && 'name' in other ? other.name : undefined;
}
