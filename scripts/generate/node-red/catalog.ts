import type { PlainOperation } from '../../../nodes/node-red/job-operations.ts';
import type { EditorFamily } from './editor-family.ts';

const words = {
	label: {
		name: 'Name',
		service: 'Service',
		operation: 'Operation',
		options: 'Options',
		run: 'Run',
		give: 'Give',
	},
	run: {
		auto: 'Automatic',
		now: 'Now',
		draft: 'Add to Job',
	},
	give: {
		file: 'File',
		url: 'URL',
		both: 'File and URL',
	},
	type: {
		number: 'number',
		choice: 'choice',
		list: 'list with commas',
		pairs: 'names and values',
		text: 'text',
		unset: '(not set)',
	},
	invalid: {
		required: '"__title__" is empty.',
		number: '"__title__" is not a number.',
		integer: '"__title__" is not a whole number.',
		minimum: '"__title__" is less than __minimum__.',
		maximum: '"__title__" is more than __maximum__.',
	},
	status: {
		running: '__running__ running, __percent__%',
		added: 'added to the job',
	},
};

const triggerStatus = {
	listening: 'listening',
	retrying: 'no connection, next try in __seconds__ s',
};

/** The words of a node in English, by the keys under which translations give them. */
export function catalogOf({ name, operations }: EditorFamily): object {
	return {
		...words,
		...(name === 'trigger' && { status: triggerStatus }),
		operations: Object.fromEntries(operations.map((one) => [one.name, wordsOf(one)])),
	};
}

function wordsOf({ title, summary, parameters }: PlainOperation): object {
	const params = parameters.map(({ name, title, description, values }) => [
		name,
		{
			title,
			description,
			...(values && {
				values: Object.fromEntries(values.map(({ value, label }) => [key(value), label])),
			}),
		},
	]);
	return { title, summary, params: Object.fromEntries(params) };
}

/** i18next reads a dot in a key as a path. */
function key(value: string): string {
	return value.replaceAll('.', '_');
}
