import type { Parameter } from '@filemill/operations';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { n8nPlaceholder, parameterDescription } from './wording.ts';

/** n8n wants five or more choices in the order of the alphabet. */
const unsortedAtMost = 4;

/**
 * The n8n property of a parameter, named like it, without display rules of its operation.
 * @throws Error for a parameter that n8n could not show.
 */
export function property(
	operation: string,
	parameter: Parameter,
	engines: readonly string[],
): INodeProperties {
	const { name, type, title: displayName, placeholder } = parameter;
	return {
		displayName,
		name,
		...typed(operation, parameter),
		...(parameter.required && { required: true }),
		// Of a collection it would be the word of its button.
		...(placeholder && type !== 'dictionary' && { placeholder: n8nPlaceholder(placeholder) }),
		description: parameterDescription(operation, parameter, engines),
	};
}

/** The rule that shows a parameter for some formats only; `root` leads from a collection to the node's own. */
export function shownFor(parameter: Parameter, root: '' | '/'): IDisplayOptions['show'] {
	const { input_format, output_format } = parameter.showFor ?? {};
	return {
		...(output_format && { [`${root}output_format`]: [...output_format] }),
		...(input_format && { input_format: [...input_format] }),
	};
}

function typed(
	operation: string,
	parameter: Parameter,
): Pick<INodeProperties, 'type' | 'default' | 'typeOptions' | 'options'> {
	switch (parameter.type) {
		case 'string':
			return {
				// n8n's rules know a colour by its name, and want its picker.
				type: parameter.name.endsWith('color') ? 'color' : 'string',
				default: scalarDefault(parameter) ?? '',
				...textOptions(parameter),
			};
		case 'boolean':
			return { type: 'boolean', default: scalarDefault(parameter) ?? false };
		case 'integer':
		case 'number':
			return numeric(parameter);
		case 'enum':
			return choice(parameter);
		case 'strings':
			return list(parameter);
		case 'dictionary':
			return pairs(parameter);
		case 'task':
			return file(parameter);
		default:
			throw new Error(`${operation}: n8n cannot show ${parameter.name}, a ${parameter.type}.`);
	}
}

function textOptions({ control }: Parameter): Pick<INodeProperties, 'typeOptions'> {
	if (control === 'secret') return { typeOptions: { password: true } };
	if (control === 'multiline') return { typeOptions: { rows: 5 } };
	return {};
}

function numeric(parameter: Parameter): Pick<INodeProperties, 'type' | 'default' | 'typeOptions'> {
	const { type, minimum, maximum } = parameter;
	return {
		type: 'number',
		default: scalarDefault(parameter) ?? minimum ?? 0,
		typeOptions: {
			...(minimum !== undefined && { minValue: minimum }),
			...(maximum !== undefined && { maxValue: maximum }),
			...(type === 'integer' && { numberPrecision: 0 }),
		},
	};
}

function choice(parameter: Parameter): Pick<INodeProperties, 'type' | 'default' | 'options'> {
	const { values = [] } = parameter;
	const options = values.map(({ value, label }) => ({ name: label, value }));
	if (options.length > unsortedAtMost) options.sort(byName);
	return { type: 'options', options, default: scalarDefault(parameter) ?? values[0]?.value ?? '' };
}

/** A list of values to choose from, or of texts; other values than those offered can be given by an expression. */
function list(
	parameter: Parameter,
): Pick<INodeProperties, 'type' | 'default' | 'typeOptions' | 'options'> {
	const initial = [...listDefault(parameter)];
	if (parameter.values) {
		const options = parameter.values.map(({ value, label }) => ({ name: label, value }));
		return { type: 'multiOptions', options: options.sort(byName), default: initial };
	}
	return {
		type: 'string',
		default: initial,
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${parameter.title}` },
	};
}

function pairs({
	title,
	entry = title,
	placeholder,
	secret,
}: Parameter): Pick<
	INodeProperties,
	'type' | 'default' | 'placeholder' | 'typeOptions' | 'options'
> {
	const text = { type: 'string', default: '' } as const;
	return {
		type: 'fixedCollection',
		default: {},
		// The word of its button.
		placeholder: `Add ${entry}`,
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${entry}` },
		options: [
			{
				displayName: entry,
				name: 'pairs',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						...text,
						...(placeholder && { placeholder: n8nPlaceholder(placeholder) }),
					},
					{
						displayName: 'Value',
						name: 'value',
						...text,
						...(secret && { typeOptions: { password: true } }),
					},
				],
			},
		],
	};
}

function scalarDefault({ default: initial }: Parameter): string | number | boolean | undefined {
	return typeof initial === 'object' ? undefined : initial;
}

/** A file beside those that are worked on: of another field of the item, or typed in. */
function file({
	title,
}: Parameter): Pick<INodeProperties, 'type' | 'default' | 'placeholder' | 'options'> {
	const source = (value: string) => ({ displayOptions: { show: { source: [value] } } });
	const sources = [
		{ name: 'Data Field', value: 'field' },
		{ name: 'Text', value: 'text' },
	];
	const values: INodeProperties[] = [
		{ displayName: 'Source', name: 'source', type: 'options', options: sources, default: 'field' },
		{
			displayName: 'Input Data Field Name',
			name: 'field',
			type: 'string',
			default: 'data',
			description: 'The name of the field that holds the file',
			...source('field'),
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 5 },
			default: '',
			...source('text'),
		},
		{
			displayName: 'File Name',
			name: 'filename',
			type: 'string',
			default: '',
			placeholder: n8nPlaceholder('template.html'),
			description: 'The name of the file, with its extension',
			...source('text'),
		},
	];
	return {
		type: 'fixedCollection',
		default: {},
		placeholder: `Add ${title}`,
		options: [{ displayName: title, name: 'file', values }],
	};
}

function listDefault({ default: initial }: Parameter): readonly string[] {
	return typeof initial === 'object' ? initial : [];
}

/** The order that n8n's rules want. */
export function byName(a: { name: string }, b: { name: string }): number {
	return a.name.localeCompare(b.name, 'en');
}
