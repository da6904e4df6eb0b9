import type { z } from '@filemill/operations';

const typeWords: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	record: 'an object',
	object: 'an object',
};

/** One fault of a task's parameter as a sentence: the task, the parameter, its value, and what would be right. */
export function describeIssue(
	task: string,
	issue: z.core.$ZodIssue,
	params: Readonly<Record<string, unknown>>,
	secrets: ReadonlySet<string>,
): string {
	const [name = '', ...inner] = issue.path.map(String);
	const parameter = inner.length > 0 ? `${name}.${inner.join('.')}` : name;
	if (!(name in params)) return `Task "${task}" needs the parameter "${parameter}".`;
	const wanted = issue.code === 'invalid_union' ? union(issue) : rule(issue);
	return parameterFault(task, parameter, wanted, secrets.has(name) ? undefined : params[name]);
}

/** The sentence for a parameter whose value is not what it must be; an undefined value is not shown. */
export function parameterFault(
	task: string,
	parameter: string,
	wanted: string,
	value?: unknown,
): string {
	const given = value === undefined ? '' : `, but is ${shown(value)}`;
	return `Task "${task}": parameter "${parameter}" ${wanted}${given}.`;
}

function union(issue: z.core.$ZodIssueInvalidUnion): string {
	// The branch whose type fits says more than "no branch fits".
	const branch = issue.errors.find((issues) => issues.every((one) => one.code !== 'invalid_type'));
	const inside = branch?.[0];
	return inside ? rule(inside) : issue.message;
}

function rule(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${typeWords[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
		case 'too_small':
			return issue.message.startsWith('must') ? issue.message : `must be at least ${issue.minimum}`;
		case 'too_big':
			return issue.message.startsWith('must') ? issue.message : `must be at most ${issue.maximum}`;
		default:
			return issue.message;
	}
}

function shown(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
