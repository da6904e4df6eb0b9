import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import type { OperationDescriptor, Parameter } from '../../../../nodes/shared/operation.ts';
import { familyProperties } from '../../../../scripts/generate/n8n/properties.ts';

function operation(...parameters: Parameter[]): OperationDescriptor {
	return {
		name: 'pdf/test',
		title: 'Test',
		action: 'Test a PDF',
		summary: 'Tests a PDF.',
		family: 'pdf',
		input: 'each',
		makesFiles: true,
		engines: ['qpdf'],
		parameters,
	};
}

const parameter = (given: Partial<Parameter>): Parameter => ({
	name: 'given',
	type: 'string',
	title: 'Given',
	description: 'What is given.',
	required: true,
	...given,
});

function shown(given: Partial<Parameter>): INodeProperties | undefined {
	return familyProperties([operation(parameter(given))]).find(
		({ name }) => name === (given.name ?? 'given'),
	);
}

describe('familyProperties', () => {
	it('shows secrets and long texts as such', () => {
		expect(shown({ control: 'secret' })?.typeOptions).toEqual({ password: true });
		expect(shown({ control: 'multiline' })?.typeOptions).toEqual({ rows: 5 });
	});

	it('keeps numbers within their bounds', () => {
		expect(shown({ type: 'integer', minimum: 1, maximum: 9, default: 3 })).toMatchObject({
			type: 'number',
			default: 3,
			typeOptions: { minValue: 1, maxValue: 9, numberPrecision: 0 },
		});
	});

	it('sorts five or more choices by their words', () => {
		const values = ['e', 'b', 'd', 'a', 'c'].map((value) => ({
			value,
			label: value.toUpperCase(),
		}));

		const options = shown({ type: 'enum', values })?.options?.map(
			(option) => 'name' in option && option.name,
		);

		expect(options).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(shown({ type: 'enum', values })?.default).toBe('e');
	});

	it('hides the values of a secret map', () => {
		const pairs = shown({ type: 'dictionary', secret: true })?.options?.[0];

		expect(pairs && 'values' in pairs && pairs.values[1]).toMatchObject({
			name: 'value',
			typeOptions: { password: true },
		});
	});

	it('lets a person choose where the file of another task comes from', () => {
		const file = shown({ name: 'image', type: 'task' })?.options?.[0];

		expect(file && 'values' in file && file.values.map(({ name }) => name)).toEqual([
			'source',
			'field',
			'text',
			'filename',
		]);
	});

	it('shows what depends on a format for that format of the operation', () => {
		expect(shown({ showFor: { output_format: ['jpg'] } })?.displayOptions).toEqual({
			show: { output_format: ['jpg'], operation: ['pdf/test'] },
		});
	});

	it('refuses a boolean whose description does not begin with "Whether"', () => {
		expect(() => shown({ type: 'boolean', description: 'Does it.' })).toThrow(
			'must begin with "Whether"',
		);
	});

	it("refuses a parameter that takes the name of one of the node's own", () => {
		expect(() => shown({ name: 'run', required: false })).toThrow('"run" of its own');
		expect(() => shown({ name: 'operation' })).toThrow('"operation" of its own');
	});
});
