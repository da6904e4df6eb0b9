import { describe, expect, it } from '@jest/globals';
import { type INode, type INodeProperties, type INodeType, NodeHelpers } from 'n8n-workflow';
import { FilemillExport } from '../../nodes/FilemillExport/FilemillExport.node.ts';
import { FilemillFile } from '../../nodes/FilemillFile/FilemillFile.node.ts';
import { FilemillImport } from '../../nodes/FilemillImport/FilemillImport.node.ts';
import { FilemillMetadata } from '../../nodes/FilemillMetadata/FilemillMetadata.node.ts';
import { FilemillPdf } from '../../nodes/FilemillPdf/FilemillPdf.node.ts';
import type { OperationDescriptor } from '../../nodes/shared/operation.ts';
import { operations } from '../../nodes/shared/operations.gen.ts';

const nodes: Readonly<Record<OperationDescriptor['family'], INodeType>> = {
	import: new FilemillImport(),
	file: new FilemillFile(),
	pdf: new FilemillPdf(),
	metadata: new FilemillMetadata(),
	export: new FilemillExport(),
};

/** What only this host asks for. */
const hostNames = [
	'operation',
	'options',
	'combine',
	'output',
	'inputDataFieldName',
	'outputDataFieldName',
];
const hostOptions = [
	'inputDataFieldName',
	'outputDataFieldName',
	'run',
	'maximumWait',
	'tag',
	'wait',
];

describe.each(operations.map((operation) => [operation.name, operation] as const))(
	'%s',
	(name, operation) => {
		const { description } = nodes[operation.family];
		const node: INode = {
			id: '1',
			name: 'Node',
			type: description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const values = (parameters: INode['parameters']) =>
			NodeHelpers.getNodeParameters(
				description.properties,
				{ operation: name, ...parameters },
				true,
				false,
				node,
				description,
			) ?? {};
		const isShown = (property: INodeProperties, parameters: INode['parameters'] = {}) =>
			NodeHelpers.displayParameter(values(parameters), property, node, description);
		const shown = description.properties.filter((property) => isShown(property));
		const options = shown.find((property) => property.name === 'options')?.options ?? [];
		const offered = options.filter((one): one is INodeProperties => 'type' in one);
		const own = operation.parameters.filter(({ type }) => type !== 'tasks');
		const isUpload = name === 'import/upload';

		it('is a choice of its family, with an action', () => {
			const selector = description.properties.find((property) => property.name === 'operation');

			expect(selector?.noDataExpression).toBe(true);
			expect(selector?.options).toContainEqual(
				expect.objectContaining({ value: name, action: expect.stringMatching(/^[A-Z][^.]+$/) }),
			);
		});

		it('asks for exactly what a task must have, marked as required', () => {
			const asked = shown.filter((property) => !hostNames.includes(property.name));

			const wanted = own.filter(({ required, showFor }) => required && !showFor);
			expect(asked.map((property) => property.name)).toEqual(
				wanted.map((parameter) => parameter.name),
			);
			expect(asked.every((property) => property.required)).toBe(true);
		});

		it('offers all that a task may have', () => {
			const names = offered
				.map((property) => property.name)
				.filter((one) => !hostOptions.includes(one));

			const optional = own.filter(({ required }) => !required).map((parameter) => parameter.name);
			expect(names.toSorted()).toEqual(
				(isUpload
					? [...optional.filter((one) => one !== 'redirect'), 'filename']
					: optional
				).toSorted(),
			);
		});

		it('sorts its options as the alphabet does', () => {
			const titles = offered.map((property) => property.displayName);

			expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
		});

		it('reports a required text that is empty, and nothing once it is filled', () => {
			const texts = shown.filter(
				(property) => property.required && property.type === 'string' && property.default === '',
			);
			const filled = Object.fromEntries(texts.map((property) => [property.name, 'x']));

			const empty = NodeHelpers.getNodeParametersIssues(
				description.properties,
				{ ...node, parameters: values({}) },
				description,
			);
			const full = NodeHelpers.getNodeParametersIssues(
				description.properties,
				{ ...node, parameters: values(filled) },
				description,
			);

			expect(Object.keys(empty?.parameters ?? {}).toSorted()).toEqual(
				texts.map((property) => property.name).toSorted(),
			);
			expect(full).toBeNull();
		});

		it('has a default of the right kind for each field', () => {
			for (const property of [...shown, ...offered]) {
				const { type, default: initial, options: choices = [] } = property;
				if (type === 'options') {
					expect(choices.map((choice) => 'value' in choice && choice.value)).toContain(initial);
				} else if (type === 'multiOptions') {
					expect(choices.map((choice) => 'value' in choice && choice.value)).toEqual(
						expect.arrayContaining([initial].flat()),
					);
				} else if (type === 'collection' || type === 'fixedCollection') {
					expect(initial).toEqual({});
				} else {
					expect(typeof initial).toBe(type === 'color' ? 'string' : type);
				}
			}
		});

		it('shows what depends on the format for that format only', () => {
			for (const { name: dependent, showFor } of own) {
				const formats = showFor?.output_format;
				const property = offered.find((one) => one.name === dependent);
				if (!formats || !property) continue;
				const root = (output_format: string) => values({ output_format });
				const shownAs = (format: string) =>
					NodeHelpers.displayParameter({}, property, node, description, root(format));

				expect(formats.every(shownAs)).toBe(true);
				expect(shownAs('no-such-format')).toBe(false);
			}
		});

		it.each([...shown, ...offered].map((property) => [property.name, property] as const))(
			"words %s as n8n's rules want it",
			(_name, {
				displayName,
				description: text = '',
				type,
				placeholder,
				options: choices = [],
			}) => {
				const small = /^(a|an|and|as|at|by|for|in|of|on|or|the|to)$/;
				const titles = [
					displayName,
					...choices.map((choice) => ('name' in choice && 'value' in choice ? choice.name : '')),
				];
				const words = titles
					.flatMap((title) => title.split(/[\s,]+/))
					.filter((word) => /^[a-z]/.test(word));

				expect(words.filter((word) => !small.test(word))).toEqual([]);
				expect(text).not.toMatch(/^[^.?!]*\.$/);
				expect(text).not.toMatch(/binary property|\s$/i);
				if (type === 'boolean') expect(text).toMatch(/^Whether /);
				const isButton = type === 'collection' || type === 'fixedCollection';
				if (placeholder) expect(placeholder).toMatch(isButton ? /^Add / : /^e\.g\. /);
			},
		);
	},
);

describe.each(Object.entries(nodes))('the %s node', (_family, { description }) => {
	it('knows no two operations of one name', () => {
		const selector = description.properties.find((property) => property.name === 'operation');
		const names = selector?.options?.map((option) => ('name' in option ? option.name : ''));

		expect(new Set(names).size).toBe(names?.length);
	});

	it('lists its operations as the alphabet does', () => {
		const selector = description.properties.find((property) => property.name === 'operation');
		const names = selector?.options?.map((option) => ('name' in option ? option.name : '')) ?? [];

		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
	});
});
