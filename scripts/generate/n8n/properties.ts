import type { INodeProperties } from 'n8n-workflow';
import type { OperationDescriptor, Parameter } from '../../../nodes/shared/operation.ts';
import { hostOptions, hostProperties } from './host-options.ts';
import { byName, property, shownFor } from './property.ts';
import { n8nDescription } from './wording.ts';

/** How n8n shows an operation whose name on the wire says little there. */
const shownAs: Readonly<Record<string, Pick<OperationDescriptor, 'title' | 'action' | 'summary'>>> =
	{
		'import/upload': {
			title: 'From Data Field',
			action: 'Import a file from a data field',
			summary: 'Takes the file that the item carries.',
		},
	};

/**
 * The properties of a family's node: the operation, then for each operation what it must have, and its options.
 * @throws Error for a parameter that n8n could not show, or that takes the name of one of the node's own.
 */
export function familyProperties(operations: readonly OperationDescriptor[]): INodeProperties[] {
	return [selector(operations), ...operations.flatMap(operationProperties)];
}

/** What an operation is called in n8n. */
export function operationTitle(operation: OperationDescriptor): string {
	return (shownAs[operation.name] ?? operation).title;
}

function selector(operations: readonly OperationDescriptor[]): INodeProperties {
	const upload = operations.find(({ name }) => name === 'import/upload');
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: operations.map(choice).sort(byName),
		default: (upload ?? operations[0])?.name ?? '',
	};
}

function choice(operation: OperationDescriptor) {
	const { title, action, summary } = shownAs[operation.name] ?? operation;
	return { name: title, value: operation.name, description: n8nDescription(summary), action };
}

function operationProperties(operation: OperationDescriptor): INodeProperties[] {
	const own = operation.name === 'import/upload' ? withoutRedirect(operation) : operation;
	const shown = own.parameters.filter(({ type }) => type !== 'tasks');
	const asked = shown.filter(({ required }) => required);
	const offered = shown.filter(({ required }) => !required);
	const ofHost = hostProperties(own);
	const nodeNames = [...ofHost, ...hostOptions(own)].map(({ name }) => name);
	const taken = ['operation', 'options', ...nodeNames];
	const twice = shown.find(({ name }) => taken.includes(name));
	if (twice) throw new Error(`${own.name}: n8n's node has a "${twice.name}" of its own.`);
	const properties = [
		...ofHost,
		...asked.map((parameter) => {
			const show = shownFor(parameter, '');
			return withShow(property(own.name, parameter, own.engines), show);
		}),
		optionsOf(own, offered),
	];
	return properties.map((one) => withShow(one, { operation: [own.name] }));
}

function optionsOf(operation: OperationDescriptor, offered: readonly Parameter[]): INodeProperties {
	const own = offered.map((parameter) =>
		withShow(property(operation.name, parameter, operation.engines), shownFor(parameter, '/')),
	);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...hostOptions(operation)].sort((a, b) =>
			a.displayName.localeCompare(b.displayName, 'en'),
		),
	};
}

function withShow(
	property: INodeProperties,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties {
	if (!show || Object.keys(show).length === 0) return property;
	return { ...property, displayOptions: { show: { ...show, ...property.displayOptions?.show } } };
}

/** Where a browser goes after an upload means nothing to a workflow. */
function withoutRedirect(operation: OperationDescriptor): OperationDescriptor {
	return {
		...operation,
		parameters: operation.parameters.filter(({ name }) => name !== 'redirect'),
	};
}
