import type { PlainOperation } from '../../../nodes/node-red/job-operations.ts';
import type { NodeParameter } from '../../../nodes/node-red/node-operation.ts';
import type { Family } from '../../../operations/index.ts';
import { definition, html } from './definition.ts';
import type { EditorFamily } from './editor-family.ts';
import { errors, jobHelp, type NodeHelp } from './job-help.ts';

const sentences: Readonly<Record<Family, string>> = {
	import: 'Starts a job with a file: from the message, from the web, or from text.',
	file: 'Converts, merges and otherwise works on files.',
	pdf: 'Works on PDF files.',
	metadata: 'Reads or writes what files say of themselves.',
	export: 'Runs the whole job that the nodes before have put together, and gives its files.',
};

const typeNames: Readonly<Record<NodeParameter['type'], string>> = {
	string: 'string',
	integer: 'integer',
	number: 'number',
	boolean: 'boolean',
	enum: 'choice',
	strings: 'list',
	dictionary: 'object',
	task: 'buffer | string',
	tasks: 'buffer',
	content: 'buffer | string',
	json: 'object | string',
};

/** The help of a node, in the order of Node-RED's style guide for help. */
export function helpOf(family: EditorFamily): string {
	const { sentence, inputs, outputs, details } = wordsOf(family.name);
	return [
		sentence,
		...(inputs.length > 0 ? ['### Inputs', inputs.join('\n')] : []),
		'### Outputs',
		outputs.join('\n'),
		'### Details',
		...details,
		...family.operations.flatMap((operation) => operationHelp(operation, family.name)),
		...advancedHelp(family),
		'### References',
		'- [Filemill](https://github.com/filemill/filemill): the service, its operations and its engines',
		'',
	].join('\n\n');
}

function wordsOf(name: EditorFamily['name']): NodeHelp {
	if (name === 'job' || name === 'trigger') return jobHelp[name];
	return {
		sentence: sentences[name],
		inputs: inputsOf(name),
		outputs: outputsOf(name),
		details: detailsOf(name),
	};
}

function inputsOf(name: Family): string[] {
	const draft = definition(
		'filemill',
		'object',
		'a draft, the job that the nodes before have put together.',
	);
	if (name === 'import') {
		return [
			definition('filemill', 'object', 'optional, a draft to which the file is added.'),
			definition('payload', 'buffer | string', 'the file, with *From Message*.'),
			definition('filename', 'string', 'its name; of a path, the last part.'),
		];
	}
	return [
		draft,
		definition(
			'payload',
			'buffer | string | array',
			'where there is no draft: a file, or an array of files or drafts as *join* makes it, taken in its order.',
		),
		definition('filename', 'string', 'the name of the file; of a path, the last part.'),
	];
}

function outputsOf(name: Family): string[] {
	const draft = definition(
		'filemill',
		'object',
		'the draft with this step added, also in `payload`, for the next Filemill node.',
	);
	const files = [
		definition(
			'payload',
			'buffer',
			name === 'export'
				? 'the content of the file, or its URL.'
				: 'where a file came in: the file that was made, or what was found out.',
		),
		definition('filename', 'string', 'its name.'),
		definition(
			'parts',
			'object',
			'with several files: one message for each, which *join* can put together.',
		),
		definition(
			'filemillResult',
			'object',
			'`jobId`, `filename`, `size`, `url`, the `task` that gave the file, and what `tasks` found out.',
		),
	];
	if (name === 'import') return [draft];
	return name === 'export'
		? [
				...files,
				definition(
					'url',
					'string',
					'where the file can be fetched for some time, with *File and URL*.',
				),
			]
		: [draft, ...files];
}

function detailsOf(name: Family): string[] {
	const draft =
		'A draft is plain data that can be looked at. Its files stay in the memory of Node-RED while the message travels, so a draft that was stored or sent as JSON has lost them.';
	if (name === 'import') {
		return [
			'No file is sent yet: the nodes after add their steps, and the *export* node runs them all as one job. Read a file with *file in* or fetch it with *http request*, both set to give a Buffer.',
			draft,
		];
	}
	if (name === 'export') {
		return [
			'Several messages are worked on at the same time, and a job is stopped when the flow is stopped or deployed anew. Write the file with *write file*, which takes `msg.filename`.',
			'An array of drafts, as *join* makes it, runs as one job.',
			errors,
		];
	}
	return [
		'**Draft in, draft out; file in, file out.** With a draft, the step is added to its job, which the *export* node runs. With a file, the step runs at once. *Run* decides otherwise.',
		'Several inputs, as for a merge, come as an array in `payload` from *join*: of files, drafts or whole messages.',
		draft,
		errors,
	];
}

function operationHelp(
	{ title, name, summary, parameters }: PlainOperation,
	family: EditorFamily['name'],
): string[] {
	// What is no operation of the service has no name on the wire.
	const wire = family === 'job' || family === 'trigger' ? '' : ` (\`${name}\`)`;
	const own = parameters.filter(({ control }) => control !== 'advanced');
	return [
		`#### ${html(title)}`,
		html(summary) + wire,
		...(own.length > 0 ? [parameterHelp(own)] : []),
	];
}

/** What most operations share, once. */
function advancedHelp({ operations }: EditorFamily): string[] {
	const advanced = operations.flatMap(({ parameters }) =>
		parameters.filter(({ control }) => control === 'advanced'),
	);
	if (advanced.length === 0) return [];
	const byName = new Map(advanced.map((parameter) => [parameter.name, parameter]));
	return ['#### Further Options', parameterHelp([...byName.values()])];
}

function parameterHelp(parameters: readonly NodeParameter[]): string {
	return parameters
		.map(({ title, type, required, description }) =>
			definition(title, typeNames[type], required ? description : `Optional. ${description}`),
		)
		.join('\n');
}
