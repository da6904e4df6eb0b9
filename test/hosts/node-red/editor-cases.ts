import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import {
	type NodeOperation,
	type NodeParameter,
	nodeOperation,
} from '../../../nodes/node-red/node-operation.ts';
import type { TypedValue } from '../../../nodes/node-red/typed-values.ts';
import { operations } from '../../../nodes/shared/operations.gen.ts';
import { startBrowser, type TestBrowser } from '../browser.ts';
import { NodeRedEditor } from './editor.ts';
import { readExample } from './example-cases.ts';
import type { NodeRedBench } from './node-red-bench.ts';
import { otherValue } from './other-value.ts';

const offered = operations.map(nodeOperation);

/** That the dialog of each operation shows exactly what it takes, and keeps what is filled in. */
export function editorCases(bench: NodeRedBench): void {
	let browser: TestBrowser;
	let editor: NodeRedEditor;
	const filled = new Map<string, Values>();

	beforeAll(async () => {
		browser = await startBrowser();
		editor = new NodeRedEditor(browser.page);
		await bench.nodeRed.deploy(flowOf(offered));
		await editor.open(bench.nodeRed.url);
	});
	afterAll(() => browser?.close());

	afterEach(() => editor.leave());

	it.each(offered.map((operation) => [operation.name, operation] as const))(
		'of %s shows exactly its parameters, and takes values',
		async (name, { parameters }) => {
			await editor.edit(idOf(name));
			await editor.choose(name);

			expect(await editor.rows()).toEqual(orderOf(shown(parameters, new Map())));
			expect(await editor.titles()).toEqual(titlesOf(shown(parameters, new Map())));
			expect(await editor.cutOff()).toEqual([]);
			await editor.picture(name);

			const formats = richestFormats(parameters);
			for (const [format, value] of formats) await editor.fill(format, value);
			expect(await editor.rows()).toEqual(orderOf(shown(parameters, formats)));
			if (formats.size > 0) await editor.picture(`${name}-more`);

			const values = new Map(formats);
			for (const parameter of shown(parameters, formats))
				if (!formats.has(parameter.name)) values.set(parameter.name, otherValue(parameter));
			for (const [parameter, value] of values) await editor.fill(parameter, value);
			filled.set(name, values);
			await editor.close('ok');
		},
	);

	it('keep their values through deployment and reload', async () => {
		await editor.deploy();
		await editor.open(bench.nodeRed.url);

		for (const { name } of offered) {
			await editor.edit(idOf(name));
			await editor.choose(name);
			for (const [parameter, value] of filled.get(name) ?? []) {
				const kept = value.type === 'cred' ? { type: 'cred', value: '__PWRD__' } : value;
				expect([name, parameter, await editor.value(parameter)]).toEqual([name, parameter, kept]);
			}
			await editor.close('cancel');
		}
	});

	it('stand behind nodes that say what they do', async () => {
		await bench.nodeRed.deploy(readExample('chain-as-one-job'));
		await editor.open(bench.nodeRed.url);

		expect(await editor.labels()).toEqual(
			expect.arrayContaining(['From Text', 'Convert to PDF', 'Rotate Pages', 'Read Metadata']),
		);
		await editor.flowPicture('chain');
	});

	it('leave nothing on the console of the browser', () => {
		expect(browser.complaints).toEqual([]);
	});
}

/** A node for each operation, which is still that which its family begins with. */
function flowOf(offered: readonly NodeOperation[]) {
	const nodes = offered.map(({ name, family }, index) => ({
		id: idOf(name),
		type: `filemill-${family}`,
		z: 'editor',
		x: 200 + 250 * (index % 3),
		y: 40 + 50 * Math.floor(index / 3),
		wires: [[]],
		name: '',
		service: 'editor-service',
		operation: offered.find((one) => one.family === family)?.name,
		params: {},
		...(family === 'export' ? { give: 'file' } : { run: 'auto' }),
	}));
	return [
		{ id: 'editor', type: 'tab', label: 'All operations' },
		{ id: 'editor-service', type: 'filemill-config', baseUrl: '' },
		...nodes,
	];
}

/** Ids are parts of addresses. */
function idOf(operation: string): string {
	return operation.replaceAll('/', '-');
}

type Values = ReadonlyMap<string, TypedValue>;

/** The parameters that are shown for those formats; what depends on an input format that is not said is shown. */
function shown(parameters: readonly NodeParameter[], formats: Values) {
	const initial = parameters.find(({ name }) => name === 'output_format')?.default ?? '';
	const output = formats.get('output_format')?.value ?? String(initial);
	const input = formats.get('input_format')?.value ?? '';
	return parameters.filter(
		({ showFor: { input_format = [input], output_format = [output] } = {} }) =>
			(input === '' || input_format.includes(input)) && output_format.includes(output),
	);
}

/** What must be filled in stands on top. */
function orderOf(parameters: readonly NodeParameter[]): string[] {
	return inOrder(parameters).map(({ name }) => name);
}

function titlesOf(parameters: readonly NodeParameter[]): string[] {
	return inOrder(parameters).map(({ title }) => title);
}

function inOrder(parameters: readonly NodeParameter[]): NodeParameter[] {
	const isMain = ({ required, initial }: NodeParameter) => required || initial !== undefined;
	return [...parameters.filter(isMain), ...parameters.filter((one) => !isMain(one))];
}

/** The formats for which most parameters are shown. */
function richestFormats(parameters: readonly NodeParameter[]): Map<string, TypedValue> {
	const formats = ['input_format', 'output_format'] as const;
	const offered = formats.filter((format) => parameters.some(({ name }) => name === format));
	return new Map(
		offered.flatMap((format) => {
			const all = parameters.flatMap(({ showFor }) => showFor?.[format] ?? []);
			const count = (value: string) => all.filter((one) => one === value).length;
			const [value] = all.toSorted((a, b) => count(b) - count(a));
			return value === undefined ? [] : [[format, { type: 'str', value }] as const];
		}),
	);
}
