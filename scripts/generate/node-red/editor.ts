import type { PlainOperation } from '../../../nodes/node-red/job-operations.ts';
import type { NodeParameter } from '../../../nodes/node-red/node-operation.ts';
import type { EditorFamily } from './editor-family.ts';
import { helpOf } from './help.ts';

const colour = '#A8CFC4';

/** Nodes that cannot do without a service; the others may only add to a job. */
const needsService = new Set<string>(['export', 'job', 'trigger']);

/**
 * The file that Node-RED's editor loads for a node. Node-RED's checker reads it without running it, so what it looks at
 * stands there literally.
 */
export function editorOf(family: EditorFamily): string {
	return `<!-- Written by "npm run generate" from operations/. Do not edit. -->
${dialog(family)}
${registration(family)}
<script type="text/markdown" data-help-name="${family.type}">
${helpOf(family)}</script>
`;
}

function dialog({ name, type, operations }: EditorFamily): string {
	const secrets = secretsOf(operations).map(
		(parameter) =>
			`<input type="hidden" class="filemill-secret" id="node-input-secret_${parameter}" data-parameter="${parameter}">`,
	);
	const rows = [
		row('name', 'fa-tag', '<input type="text" id="node-input-name">'),
		row('service', 'fa-server', '<input type="text" id="node-input-service">'),
		row('operation', 'fa-cogs', '<select id="node-input-operation" style="width: 70%"></select>'),
		'<div class="form-tips filemill-summary" style="margin-bottom: 12px"></div>',
		'<div class="filemill-fields"></div>',
		'<div class="form-row"><a href="#" class="filemill-toggle"><i></i> <span data-i18n="label.options"></span></a></div>',
		'<div class="filemill-options"></div>',
		...choiceOf(name).map(({ field, icon, values }) => row(field, icon, select(field, values))),
		...secrets,
	];
	return [
		`<script type="text/html" data-template-name="${type}">`,
		...rows.map((one) => `\t${one}`),
		'</script>',
	].join('\n');
}

/** What a node of a family asks for beside its parameters. */
function choiceOf(name: EditorFamily['name']): { field: string; icon: string; values: string[] }[] {
	switch (name) {
		case 'job':
		case 'trigger':
			return [];
		case 'export':
			return [{ field: 'give', icon: 'fa-sign-out', values: ['file', 'url', 'both'] }];
		default:
			return [{ field: 'run', icon: 'fa-play', values: ['auto', 'now', 'draft'] }];
	}
}

function row(field: string, icon: string, input: string): string {
	const label = `<label for="node-input-${field}"><i class="fa ${icon}"></i> <span data-i18n="label.${field}"></span></label>`;
	return `<div class="form-row">${label} ${input}</div>`;
}

function select(field: string, values: readonly string[]): string {
	const options = values.map(
		(value) => `<option value="${value}" data-i18n="${field}.${value}"></option>`,
	);
	return `<select id="node-input-${field}" style="width: 70%">${options.join('')}</select>`;
}

function registration({ name, type, operations }: EditorFamily): string {
	const [first] = operations;
	if (!first) throw new Error(`The family "${name}" has no operation.`);
	const choices = choiceOf(name).map(
		({ field, values }) => `\t\t\t\t${field}: { value: '${values[0]}' },\n`,
	);
	const credentials = secretsOf(operations).map((one) => `secret_${one}: { type: 'password' }`);
	return `<script type="text/javascript">
	(() => {
		const operations = {
${operations.map(constant).join('\n')}
		};
		RED.nodes.registerType('${type}', {
			category: 'Filemill',
			color: '${colour}',
			icon: '${type}.svg',
			inputs: ${name === 'trigger' ? 0 : 1},
			outputs: 1,
			paletteLabel: '${name === 'pdf' ? 'PDF' : name}',
			defaults: {
				name: { value: '' },
				service: { value: '', type: 'filemill-config', required: ${needsService.has(name)} },
				operation: { value: '${first.name}', required: true },
				params: {
					value: {},
					// Node-RED takes words for what is wrong only of a function with two parameters.
					validate: function (params, _options) {
						return FilemillEditor.validate(this, operations, params);
					},
				},
${choices.join('')}			},
			credentials: { ${credentials.join(', ')} },
			label: function () {
				return FilemillEditor.label(this, operations);
			},
			labelStyle: function () {
				return this.name ? 'node_label_italic' : '';
			},
			oneditprepare: function () {
				FilemillEditor.prepare(this, operations);
			},
			oneditsave: function () {
				FilemillEditor.save(this, operations);
			},
		});
	})();
</script>`;
}

function constant({ name, parameters }: PlainOperation): string {
	const lines = parameters.map((parameter) => `\t\t\t\t${literal(field(parameter))},`);
	return [`\t\t\t'${name}': [`, ...lines, '\t\t\t],'].join('\n');
}

/** What the dialog needs of a parameter beside its words, which are in the catalog. */
function field({ title: _, description: __, values, ...rest }: NodeParameter): object {
	return { ...rest, ...(values && { values: values.map(({ value }) => value) }) };
}

function secretsOf(operations: readonly PlainOperation[]): readonly string[] {
	const secrets = operations.flatMap(({ parameters }) => parameters.filter(({ secret }) => secret));
	return [...new Set(secrets.map(({ name }) => name))];
}

/** JSON that cannot end the script it stands in. */
function literal(value: object): string {
	return JSON.stringify(value).replaceAll('<', '\\u003c');
}
