import { addTask, type Draft, uniteDrafts } from '../shared/draft.ts';
import type { JsonObject } from '../shared/json.ts';
import type { OperationDescriptor } from '../shared/operation.ts';
import { taskParams } from '../shared/params.ts';
import { readValue } from './read-message.ts';

/**
 * The parameters of a task out of the values of a message. A parameter that names another task takes a file, a text or
 * a draft: the tasks that make it are added to the draft, beside the files that flow on.
 */
export function withParameters(
	draft: Draft | undefined,
	operation: OperationDescriptor,
	values: Readonly<Record<string, unknown>>,
	newId: () => string,
): { draft: Draft | undefined; params: JsonObject } {
	const params = taskParams(operation, values);
	let extended = draft;
	for (const { name, type } of operation.parameters) {
		if (type !== 'task' || values[name] === undefined) continue;
		const made = taskFor(name, values[name], newId);
		const { output } = extended ?? { output: [] };
		extended = { ...uniteDrafts(extended ? [extended, made] : [made]), output };
		params[name] = made.output.at(-1) ?? '';
	}
	return { draft: extended, params };
}

function taskFor(name: string, value: unknown, newId: () => string): Draft {
	if (typeof value !== 'string') return readValue(value, { filename: name, newId }).draft;
	const params = { file: value, filename: `${name}.${extensionOf(value)}` };
	return addTask(undefined, { label: name, operation: 'import/raw', params });
}

function extensionOf(text: string): string {
	if (/^\s*<\?xml/.test(text)) return 'xml';
	return /^\s*</.test(text) ? 'html' : 'txt';
}
