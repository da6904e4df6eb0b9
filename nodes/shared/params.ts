import { isObject, type Json, type JsonObject } from './json.ts';
import type { OperationDescriptor, Parameter } from './operation.ts';

/**
 * The parameters of a task out of what a person filled in: of the operation's own, those that are filled, as the
 * service wants them. Parameters that name a task are left to the wires.
 */
export function taskParams(
	operation: OperationDescriptor,
	filled: Readonly<Record<string, unknown>>,
): JsonObject {
	const params: JsonObject = {};
	for (const parameter of operation.parameters) {
		if (parameter.type === 'task' || parameter.type === 'tasks') continue;
		const value = convert(parameter, filled[parameter.name]);
		if (value !== undefined) params[parameter.name] = value;
	}
	return params;
}

function convert(parameter: Parameter, value: unknown): Json | undefined {
	if (value === undefined || value === null) return undefined;
	if (value === '' && !parameter.required) return undefined;
	switch (parameter.type) {
		case 'integer':
		case 'number':
			return typeof value === 'string' ? numberOf(value) : plain(value);
		case 'boolean':
			return value === 'true' || value === 'false' ? value === 'true' : plain(value);
		case 'strings':
			return listOf(value);
		case 'dictionary':
			return dictionaryOf(value);
		default:
			return typeof value === 'number' ? String(value) : plain(value);
	}
}

/** A text that is no number goes as it is, so that the service can say what is wrong with it. */
function numberOf(value: string): Json {
	return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function listOf(value: unknown): Json | undefined {
	const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
	if (!Array.isArray(list)) return plain(list);
	const filled = list.filter((one) => one !== '');
	return filled.length > 0 ? plain(filled) : undefined;
}

/** A map, or the list of names and values that an editor of pairs gives. */
function dictionaryOf(value: unknown): Json | undefined {
	const pairs = Array.isArray(value)
		? Object.fromEntries(
				value
					.filter(isObject)
					.filter(({ name }) => name !== '')
					.map(({ name, value: one }) => [String(name), one ?? '']),
			)
		: value;
	return isObject(pairs) && Object.keys(pairs).length === 0 ? undefined : plain(pairs);
}

function plain(value: unknown): Json {
	return JSON.parse(JSON.stringify(value));
}
