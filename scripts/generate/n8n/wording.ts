import type { Parameter } from '@filemill/operations';

/** A description as n8n wants it: HTML, a single sentence without its full stop, several with theirs. */
export function n8nDescription(text: string): string {
	const isSingle = !/[.?!]\s+\S/.test(text.slice(0, -1));
	const sentences = isSingle ? text.replace(/\.$/, '') : text;
	return sentences.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A placeholder as n8n wants it. */
export function n8nPlaceholder(example: string): string {
	return `e.g. ${example}`;
}

/**
 * The description of a parameter.
 * @throws Error when it breaks n8n's wording rules, which no generator could mend.
 */
export function parameterDescription(
	operation: string,
	parameter: Parameter,
	engines: readonly string[],
): string {
	const { name, type, description } = parameter;
	if (type === 'boolean' && !description.startsWith('Whether ')) {
		throw new Error(`${operation}: the description of ${name} must begin with "Whether".`);
	}
	const choice = name === 'engine' && engines.length > 0 ? ` One of ${engines.join(', ')}.` : '';
	return n8nDescription(description + choice);
}
