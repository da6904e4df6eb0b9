import type { OperationDescriptor, Parameter } from '../shared/operation.ts';
import type { TypedValue } from './typed-values.ts';

/** A parameter as the nodes of Node-RED ask for it. */
export interface NodeParameter extends Omit<Parameter, 'type'> {
	readonly type: Parameter['type'] | 'content' | 'json';
	/** What the field holds at first, where the type does not tell. */
	readonly initial?: TypedValue;
	/** Where else the value may come from; from anywhere unless told. */
	readonly types?: readonly string[];
}

/** An operation as the nodes of Node-RED offer it. */
export interface NodeOperation extends Omit<OperationDescriptor, 'parameters'> {
	readonly parameters: readonly NodeParameter[];
}

/** The name of the operation that takes files from messages. */
export const fromMessage = 'import/upload';
/** The name of the operation whose files come back in messages. */
export const toMessage = 'export/url';

const messageFile: readonly NodeParameter[] = [
	{
		name: 'file',
		type: 'content',
		title: 'File',
		description: 'The content of the file: a Buffer or a text, or an array of files.',
		required: true,
		initial: { type: 'msg', value: 'payload' },
	},
	{
		name: 'filename',
		type: 'string',
		title: 'File Name',
		description: 'The name of the file, with its extension. Of a path, the last part is taken.',
		required: false,
		initial: { type: 'msg', value: 'filename' },
	},
];

/**
 * An operation as the nodes of Node-RED offer it: files come from messages where other clients upload and go into
 * messages where others download, and inputs come by wire.
 */
export function nodeOperation(operation: OperationDescriptor): NodeOperation {
	const parameters = operation.parameters.filter(({ type }) => type !== 'tasks');
	switch (operation.name) {
		case fromMessage:
			return {
				...operation,
				title: 'From Message',
				summary: 'Takes the file that the message brings.',
				parameters: [...messageFile, ...parameters.filter(({ name }) => name !== 'redirect')],
			};
		case toMessage:
			return {
				...operation,
				title: 'To Message',
				summary: 'Runs the job and gives a message for each of its files.',
				parameters,
			};
		default:
			return { ...operation, parameters };
	}
}
