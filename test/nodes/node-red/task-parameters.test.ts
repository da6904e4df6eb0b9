import { describe, expect, it } from '@jest/globals';
import { readMessage } from '../../../nodes/node-red/read-message.ts';
import { withParameters } from '../../../nodes/node-red/task-parameters.ts';
import type { OperationDescriptor } from '../../../nodes/shared/operation.ts';

const image = {
	name: 'image',
	title: 'Image',
	description: 'An image.',
	required: false,
	type: 'task',
};
const operation: OperationDescriptor = {
	name: 'watermark',
	title: 'Watermark',
	action: 'Add a watermark',
	summary: 'Adds a watermark.',
	family: 'file',
	input: 'each',
	makesFiles: true,
	engines: [],
	parameters: [
		{ ...image, type: 'task' },
		{ ...image, name: 'opacity', type: 'integer' },
	],
};
const newId = () => 'id';

describe('withParameters', () => {
	it.each([
		['a Buffer', Buffer.from('png'), 'import/upload'],
		['a text', '<p>Draft</p>', 'import/raw'],
		['a draft', readMessage({ payload: 'logo' }, () => 'logo').draft, 'import/upload'],
	])('names the task that makes a file of %s', (_, value, made) => {
		const { draft } = readMessage({ payload: 'report' }, newId);

		const result = withParameters(draft, operation, { image: value, opacity: '50' }, newId);

		const name = String(result.params.image);
		expect(result.params).toEqual({ image: name, opacity: 50 });
		expect(result.draft?.tasks[name]?.operation).toBe(made);
		expect(result.draft?.output).toEqual(draft.output);
	});
});
